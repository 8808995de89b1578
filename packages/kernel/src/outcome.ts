import type { Money } from './money.ts';

/** Our closed list of reasons why an operator refused. The operator's own code is always stored alongside. */
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

/** The customer's next action while an attempt is open. */
export type CustomerAction =
  /** Approve a prompt on the phone; `dial` is the code to dial if no prompt appears. */
  | { readonly kind: 'prompt'; readonly dial?: string }
  /**
   * Enter a one-time code. `problem` is set if the last code was wrong, `can_resend` if the operator can send
   * another one.
   */
  | { readonly kind: 'otp'; readonly problem?: 'wrong_otp'; readonly can_resend?: true }
  /** Go to the operator's own page. */
  | { readonly kind: 'redirect'; readonly url: string };

/**
 * The outcome of one attempt, as the operator reports it. Only an explicit success is `settled`, only an explicit
 * refusal is `failed`, only an explicit return of money that had moved is `reversed`; a timeout, a 5xx, an
 * unreadable response and "not found" are `unknown` (design: Money's truth beats timers).
 */
export type Outcome =
  | { readonly kind: 'settled'; readonly money: Money }
  | {
      readonly kind: 'failed';
      readonly reason: FailureReason;
      /** The operator's own code, as received. */
      readonly operator_code: string;
      /** Set only if it is certain that the customer was not asked to pay, so that another account may be used. */
      readonly reached_customer?: false;
    }
  | {
      /** The money had moved, and the operator has reversed it. */
      readonly kind: 'reversed';
      /** The operator's own code or word for it, as received. */
      readonly operator_code: string;
      /** The amount that was reversed; null if the operator does not report it, which means the whole amount. */
      readonly money: Money | null;
    }
  | {
      readonly kind: 'pending';
      readonly action: CustomerAction | null;
      /** True if the report may describe an earlier state: such a report never contradicts another. */
      readonly is_old?: true;
    }
  | {
      readonly kind: 'unknown';
      readonly cause: 'timeout' | 'unreachable' | 'unreadable' | 'server_error' | 'not_found';
    };
