import { asCurrency } from '@guichet/kernel/currencies';
import type { Money } from '@guichet/kernel/money';
import type { Attempt } from './attempt/queries.ts';
import type { Payment } from './queries.ts';

/** The amounts of a payment for which money arrived, as its customer sees them. */
export interface PaidSum {
  /** The amount that arrived. */
  readonly received: Money;
  /** The part of it that the merchant keeps. */
  readonly total: Money;
  /** The fee in the total, which is known only if exactly the charge was kept; otherwise null. */
  readonly fee: Money | null;
  /** The part of the received amount that is returned; null if there is none. */
  readonly difference: Money | null;
}

type Sums = Pick<
  Payment,
  'received_minor' | 'received_currency' | 'charged_minor' | 'fee_minor' | 'amount_minor' | 'currency'
>;

/** Returns the amounts of a paid payment. @param attempt the attempt that paid */
export function paidSumOf(
  payment: Sums,
  attempt: Pick<Attempt, 'received_minor' | 'kept_minor'> | null,
): PaidSum {
  const received = amountReceived(payment);
  const kept_minor = attempt?.received_minor != null ? attempt.kept_minor : null;
  const total = { ...received, amount_minor: kept_minor ?? received.amount_minor };
  const difference_minor = received.amount_minor - total.amount_minor;
  return {
    received,
    total,
    fee: feeIn(payment, total),
    difference: difference_minor > 0n ? { ...received, amount_minor: difference_minor } : null,
  };
}

/** Returns the amount that arrived, or the amount asked for if it arrived as requested. */
export function amountReceived({
  received_minor,
  received_currency,
  charged_minor,
  amount_minor,
  currency,
}: Sums): Money {
  if (received_minor === null)
    return { amount_minor: charged_minor ?? amount_minor, currency: asCurrency(currency) };
  return { amount_minor: received_minor, currency: asCurrency(received_currency ?? currency) };
}

/** Returns the fee in a sum, which is known only if the sum is exactly the charge. */
export function feeIn(
  { fee_minor, charged_minor, currency }: Pick<Sums, 'fee_minor' | 'charged_minor' | 'currency'>,
  sum: Money,
): Money | null {
  const isAsCharged = sum.amount_minor === charged_minor && sum.currency === currency;
  return isAsCharged && fee_minor !== null ? { ...sum, amount_minor: fee_minor } : null;
}
