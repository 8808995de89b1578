import type { Held } from './queries.ts';

/**
 * The amount by which a provider's balance differs from the books beyond all money in flight, in minor units:
 * positive if the provider holds more. Zero if any part of the money in flight can explain the difference, so that
 * a drift is shown only when it is certain.
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
