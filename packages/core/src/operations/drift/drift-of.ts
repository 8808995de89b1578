import type { Held } from './queries.ts';

/**
 * The amount by which a provider's balance differs from the books beyond everything that was in flight, in minor units:
 * above zero where the provider holds more. Zero also where any part of what was in flight explains the difference, so
 * no drift is shown that is not certain.
 */
export function driftOf({
  booked_minor,
  coming_minor,
  going_minor,
  reported_minor,
}: Omit<Held, 'currency'> & { readonly reported_minor: bigint }): bigint {
  const most = booked_minor + coming_minor;
  const least = booked_minor - going_minor;
  if (reported_minor > most) return reported_minor - most;
  return reported_minor < least ? reported_minor - least : 0n;
}
