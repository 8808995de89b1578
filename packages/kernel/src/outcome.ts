import type { Money } from './money.ts';

/** Our closed list of reasons why an operator said no. The operator's own code is always kept beside it. */
export const failureReasons = [
  'insufficient_funds',
  'payer_cancelled',
  'payer_timeout',
  'limit_exceeded',
  'wrong_pin',
  'wrong_otp',
  'not_registered',
  'account_blocked',
  'operator_down',
  'other',
] as const;

export type FailureReason = (typeof failureReasons)[number];

/** What the customer has to do while an attempt is open. */
export type CustomerAction =
  /** Approve a prompt on the phone; `dial` is what to type when nothing shows. */
  | { readonly kind: 'prompt'; readonly dial?: string }
  /** Type a one-time code; `problem` says that the last one was wrong, `can_resend` that the operator sends another one. */
  | { readonly kind: 'otp'; readonly problem?: 'wrong_otp'; readonly can_resend?: true }
  /** Go to the operator's own page. */
  | { readonly kind: 'redirect'; readonly url: string };

/**
 * What an operator said about one attempt. Only an explicit yes is `settled`, only an explicit no is `failed`;
 * a timeout, a 5xx, an unreadable answer and "never heard of it" are `unknown` (design: Money's truth beats timers).
 */
export type Outcome =
  | { readonly kind: 'settled'; readonly money: Money }
  | {
      readonly kind: 'failed';
      readonly reason: FailureReason;
      /** The operator's own code, as it was received. */
      readonly operator_code: string;
      /** Proof that nobody was asked to pay, so that another account may be tried. Absent where there is none. */
      readonly reached_customer?: false;
    }
  | { readonly kind: 'pending'; readonly action: CustomerAction | null }
  | {
      readonly kind: 'unknown';
      readonly cause: 'timeout' | 'unreachable' | 'unreadable' | 'server_error' | 'not_found';
    };
