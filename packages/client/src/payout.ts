import type { Major } from './amounts.ts';
import type { OpenUnion } from './open-union.ts';
import type { PaymentFailure } from './payment.ts';

export type PayoutStatus = OpenUnion<'pending' | 'processing' | 'success' | 'failed'>;

export interface PayoutParameters {
  /** In the major unit of `currency`, not cents: 25000 XOF is 25 000 F CFA, 12.5 GHS is GH₵12.50. */
  readonly amount: Major;
  /** ISO 4217, for instance `XOF`. */
  readonly currency: string;
  /** For instance `mtn_ci`: see `operators.list`. */
  readonly operator: string;
  readonly recipient: {
    /** International format. */
    readonly phone: string;
    readonly first_name?: string | null | undefined;
    readonly last_name?: string | null | undefined;
  };
  readonly description?: string | null | undefined;
}

/** Amounts are in the major unit of `currency`; times are ISO 8601 with an offset. */
export interface Payout {
  readonly id: string;
  readonly object: 'payout';
  /** Only `success` means that the money has arrived; after `failed` it is back in the balance. */
  readonly status: PayoutStatus;
  readonly amount: Major;
  /** ISO 4217. */
  readonly currency: string;
  readonly operator: string;
  readonly recipient: {
    /** E.164, for instance `+2250700000000`. */
    readonly phone: string;
    readonly first_name: string | null;
    readonly last_name: string | null;
  };
  readonly description: string | null;
  readonly failure: PaymentFailure | null;
  /** It is more than one person may pay out alone: while `pending`, it waits for a second person in the dashboard. */
  readonly needs_approval: boolean;
  /** Names the payout to the operator. */
  readonly reference: string;
  readonly livemode: boolean;
  readonly created_at: string;
  readonly paid_at: string | null;
}
