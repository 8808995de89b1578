import { createHash } from 'node:crypto';
import type { Money } from '@guichet/kernel/money';
import type { Session } from './queries.ts';

type Chosen = Pick<Session, 'chosen_operator' | 'chosen_phone'>;

/**
 * Computes a digest of the details that a customer confirms: operator, number and total. The page sends it
 * back with the confirmation, so that a page that was left open cannot confirm a choice that has been
 * replaced since, or a total that the merchant's accounts now round differently.
 */
export function confirmationOf({ chosen_operator, chosen_phone }: Chosen, total: Money): string {
  const chosen = JSON.stringify([chosen_operator, chosen_phone, String(total.amount_minor)]);
  return createHash('sha256').update(chosen).digest('base64url').slice(0, 16);
}
