import type { Money } from '@guichet/kernel/money';
import type { Payment } from '../../payments/queries.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { listRefunds } from '../../transfers/refunds/queries.ts';

/** The part of a paid sum that the customer has got back. */
export interface RefundedSince {
  readonly sum: Money;
  /** The time of the last refund. */
  readonly at: Date;
  readonly is_whole: boolean;
}

/** Sums the refunds of what the merchant had kept; null if the customer has got nothing back. */
export async function refundedSince(
  db: Connection,
  { merchant_id, id }: Pick<Payment, 'merchant_id' | 'id'>,
  total: Money,
): Promise<RefundedSince | null> {
  const paid = (await listRefunds(db, merchant_id, id)).filter(
    ({ status, source, currency }) =>
      status === 'success' && source === 'balance' && currency === total.currency,
  );
  const amount_minor = paid.reduce((sum, refund) => sum + refund.amount_minor, 0n);
  const at = paid.map(({ refunded_at }) => refunded_at).findLast((one) => one !== null);
  if (amount_minor === 0n || !at) return null;
  return { sum: { ...total, amount_minor }, at, is_whole: amount_minor >= total.amount_minor };
}
