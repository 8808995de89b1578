import { asCurrency } from '@guichet/kernel/currencies';
import type { RefundRequest } from '@guichet/operators/contract';
import { takenBy } from '../../payments/attempt/taken.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { getAttempt } from './after-success.ts';
import type { Refund } from './queries.ts';

/**
 * Gets the collection that is refunded, with the identifiers that the provider has for it.
 *
 * @throws Error when its attempt is missing: refunds exist only for existing attempts
 */
export async function collectionOf(
  db: Connection,
  refund: Pick<Refund, 'merchant_id' | 'attempt_id'>,
): Promise<RefundRequest['collection']> {
  const attempt = await getAttempt(db, refund);
  const { reference, provider_reference, receipt } = attempt;
  const { amount_minor, currency } = takenBy(attempt);
  const money = { amount_minor, currency: asCurrency(currency) };
  return { reference, provider_reference, receipt, money };
}
