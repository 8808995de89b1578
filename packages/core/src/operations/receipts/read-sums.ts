import type { Money } from '@guichet/kernel/money';
import { type Attempt, listAttempts } from '../../payments/attempt/queries.ts';
import { paidSumOf } from '../../payments/paid-sum.ts';
import type { Payment } from '../../payments/queries.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { listRefunds } from '../../transfers/refunds/queries.ts';

/** The amounts on the receipt of a paid payment. */
export interface ReceiptSums {
  /** The attempt that paid; after a reversal, the one that had paid. */
  readonly attempt: Attempt | undefined;
  /** The part of the received amount that the merchant keeps. */
  readonly total: Money;
  /** The fee in the total; null if it is not known. */
  readonly fee: Money | null;
  /** The part of the total that was refunded since; null if nothing was. */
  readonly refunded: Refunded | null;
}

/** The part of a paid sum that the customer has got back. */
export interface Refunded {
  readonly sum: Money;
  /** The time of the last refund. */
  readonly at: Date;
  readonly is_whole: boolean;
}

/** Reads the amounts on the receipt of a paid payment. */
export async function readSums(db: Connection, payment: Payment): Promise<ReceiptSums> {
  const attempt = payingAttempt(await listAttempts(db, payment.merchant_id, payment.id));
  const { total, fee } = paidSumOf(payment, attempt ?? null);
  return { attempt, total, fee, refunded: await readRefunded(db, payment, total) };
}

function payingAttempt(attempts: readonly Attempt[]): Attempt | undefined {
  const newest = attempts.toReversed();
  return (
    newest.find(({ status, duplicate }) => status === 'success' && !duplicate) ??
    newest.find(({ status }) => status === 'reversed')
  );
}

/** Sums the refunds of what the merchant had kept. */
async function readRefunded(
  db: Connection,
  { merchant_id, id }: Payment,
  total: Money,
): Promise<Refunded | null> {
  const paid = (await listRefunds(db, merchant_id, id)).filter(
    ({ status, source, currency }) =>
      status === 'success' && source === 'balance' && currency === total.currency,
  );
  const amount_minor = paid.reduce((sum, refund) => sum + refund.amount_minor, 0n);
  const at = paid.map(({ refunded_at }) => refunded_at).findLast((one) => one !== null);
  if (amount_minor === 0n || !at) return null;
  return { sum: { ...total, amount_minor }, at, is_whole: amount_minor >= total.amount_minor };
}
