import { createHash } from 'node:crypto';
import type { Session } from './queries.ts';

type Chosen = Pick<Session, 'chosen_operator' | 'chosen_phone' | 'chosen_fee_percent'>;

/**
 * Computes a digest of the details that a customer confirms: operator, number and fee. It is sent back with the
 * confirmation, so that a page that was left open cannot confirm a choice that has been replaced since.
 */
export function confirmationOf({ chosen_operator, chosen_phone, chosen_fee_percent }: Chosen): string {
  const chosen = JSON.stringify([chosen_operator, chosen_phone, chosen_fee_percent]);
  return createHash('sha256').update(chosen).digest('base64url').slice(0, 16);
}
