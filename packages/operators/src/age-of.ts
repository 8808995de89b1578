import type { LookupRequest } from './contract.ts';

/**
 * Computes the age of a request, in milliseconds, from which a connector concludes whether a request that its
 * provider does not know was never received. A request that is not recorded as sent has no age: it may be sent at
 * any time, so it is never reported as failed for this reason.
 */
export function ageOf(
  { created_at, is_unsent = false }: Pick<LookupRequest, 'created_at' | 'is_unsent'>,
  now: Date,
): number {
  return is_unsent ? 0 : now.getTime() - created_at.getTime();
}
