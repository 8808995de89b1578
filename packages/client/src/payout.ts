import type { Major } from './amounts.ts';
import type { OpenUnion } from './open-union.ts';
import type { PaymentFailure, Reversal } from './payment.ts';

export type PayoutStatus = OpenUnion<'pending' | 'processing' | 'success' | 'failed' | 'reversed'>;

export interface PayoutParameters {
  /** Amount in the major unit of `currency`, not cents: 25000 XOF is 25 000 F CFA, 12.5 GHS is GH₵12.50. */
  readonly amount: Major;
  /** ISO 4217 code, for example `XOF`. */
  readonly currency: string;
  /** Operator code, for example `mtn_ci`: see `operators.list`. */
  readonly operator: string;
  readonly recipient: {
    /** Phone number in international format. */
    readonly phone: string;
    readonly first_name?: string | null | undefined;
    readonly last_name?: string | null | undefined;
  };
  readonly description?: string | null | undefined;
}

/** A payout. Amounts are in the major unit of `currency`; times are ISO 8601 with an offset. */
export interface Payout {
  readonly id: string;
  readonly object: 'payout';
  /**
   * Status of the payout. Only `success` means that the money has arrived; after `failed` and `reversed` it is
   * back in the balance.
   */
  readonly status: PayoutStatus;
  readonly amount: Major;
  /** ISO 4217 code. */
  readonly currency: string;
  readonly operator: string;
  readonly recipient: {
    /** Phone number in E.164 format, for example `+2250700000000`. */
    readonly phone: string;
    readonly first_name: string | null;
    readonly last_name: string | null;
  };
  readonly description: string | null;
  readonly failure: PaymentFailure | null;
  /** Null unless `status` is `reversed`: the operator has returned the money. */
  readonly reversal: Reversal | null;
  /** True if the payout needs a second person's approval: while `pending`, it awaits approval in the dashboard. */
  readonly needs_approval: boolean;
  /** Reference of the payout for the operator. */
  readonly reference: string;
  readonly livemode: boolean;
  readonly created_at: string;
  readonly paid_at: string | null;
}
