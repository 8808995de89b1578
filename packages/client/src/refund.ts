import type { Major } from './amounts.ts';
import type { OpenUnion } from './open-union.ts';
import type { PaymentFailure } from './payment.ts';

export type RefundStatus = OpenUnion<'pending' | 'processing' | 'success' | 'failed'>;

/** What events tell of a refund. Amounts are in the major unit of `currency`; times are ISO 8601 with an offset. */
export interface Refund {
  readonly id: string;
  readonly object: 'refund';
  /** Only `success` means that the customer has the money. */
  readonly status: RefundStatus;
  readonly amount: Major;
  /** ISO 4217. */
  readonly currency: string;
  /** Whose money it gives back. */
  readonly payment_id: string;
  /** It gives back money that came a second time for the same payment: the payment itself stays paid. */
  readonly duplicate: boolean;
  readonly reason: string | null;
  readonly failure: PaymentFailure | null;
  /** Names the refund to people. */
  readonly reference: string;
  readonly livemode: boolean;
  readonly created_at: string;
  readonly refunded_at: string | null;
}
