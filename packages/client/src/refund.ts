import type { Major } from './amounts.ts';
import type { OpenUnion } from './open-union.ts';
import type { PaymentFailure, Reversal } from './payment.ts';

export type RefundStatus = OpenUnion<'pending' | 'processing' | 'success' | 'failed' | 'reversed'>;

/**
 * A refund, as contained in events. Amounts are in the major unit of `currency`; times are ISO 8601 with an offset.
 */
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
  /**
   * True if the refund returns a duplicate, which is money of a second successful attempt; the payment itself stays
   * paid.
   */
  readonly duplicate: boolean;
  /**
   * Source of the money: your balance, a duplicate payment, or suspense. Money in suspense arrived too late or in
   * an amount other than requested, and was never yours.
   */
  readonly source: OpenUnion<'balance' | 'duplicates' | 'suspense'>;
  readonly reason: string | null;
  readonly failure: PaymentFailure | null;
  /** Null unless `status` is `reversed`: the operator has returned the money. */
  readonly reversal: Reversal | null;
  /** Human-readable reference of the refund. */
  readonly reference: string;
  readonly livemode: boolean;
  readonly created_at: string;
  readonly refunded_at: string | null;
}
