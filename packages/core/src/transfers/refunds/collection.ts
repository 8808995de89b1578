import { asCurrency } from '@guichet/kernel/currencies';
import type { RefundRequest } from '@guichet/operators/contract';
import { findAttempt } from '../../payments/attempt/queries.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { Refund } from './queries.ts';

/**
 * The collection that a refund gives back, as the provider knows it.
 *
 * @throws Error when its attempt is gone: refunds are only made of those that are there
 */
export async function collectionOf(
  db: Connection,
  { merchant_id, attempt_id }: Pick<Refund, 'merchant_id' | 'attempt_id'>,
): Promise<RefundRequest['collection']> {
  const attempt = await findAttempt(db, merchant_id, attempt_id);
  if (!attempt) throw new Error(`attempt ${attempt_id} is gone`);
  const { reference, provider_reference, receipt, charged_minor, currency } = attempt;
  const money = { amount_minor: charged_minor, currency: asCurrency(currency) };
  return { reference, provider_reference, receipt, money };
}
