import type { Major } from './amounts.ts';
import type { OpenUnion } from './open-union.ts';
import type { PaymentFailure, Reversal } from './payment.ts';

export type RefundStatus = OpenUnion<'pending' | 'processing' | 'success' | 'failed' | 'reversed'>;

/** A refund, as events carry it. Amounts are in the major unit of `currency`; times are ISO 8601 with an offset. */
export interface Refund {
  readonly id: string;
  readonly object: 'refund';
  /** Status of the refund. Only `success` means that the customer has the money. */
  readonly status: RefundStatus;
  readonly amount: Major;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Id of the payment that is refunded. */
  readonly payment_id: string;
  /** True if it refunds a duplicate, money of a second successful attempt: the payment itself stays paid. */
  readonly duplicate: boolean;
  /**
   * The source of the money: your balance, a payment that came twice, or another amount than you asked for (or one
   * that came too late), which was never yours.
   */
  readonly source: OpenUnion<'balance' | 'duplicates' | 'suspense'>;
  readonly reason: string | null;
  readonly failure: PaymentFailure | null;
  /** Null unless `status` is `reversed`: the operator has moved the money back. */
  readonly reversal: Reversal | null;
  /** Reference of the refund for people. */
  readonly reference: string;
  readonly livemode: boolean;
  readonly created_at: string;
  readonly refunded_at: string | null;
}
