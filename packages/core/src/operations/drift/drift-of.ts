import type { Held } from './queries.ts';

/**
 * The part of the difference between a provider's balance and the books that money in flight cannot explain, in
 * minor units; positive if the provider holds more. Zero if some part of the money in flight can explain the whole
 * difference, so that a drift is shown only when it is certain.
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
