import type { ResentOtp } from '@guichet/core/payments';
import type { BrandTemplate, Mode } from '@guichet/core/platform';
import type { ContactObject, Logo } from '@guichet/core/serving';
import type { Money } from '@guichet/kernel/money';
import type { FailureReason } from '@guichet/kernel/outcome';
import type { DialStep } from '@guichet/operators/operator';
import type { Language } from './texts/texts.ts';

export type { Language };

/** One way to pay, with its cost. */
export interface Offer {
  readonly code: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2, null for the sandbox's stand-in operator. */
  readonly country: string | null;
  /** The calling code, such as `225`; empty for the stand-in operator. */
  readonly calling_code: string;
  /** National prefixes that hint at this operator; empty if numbers of any network are accepted. */
  readonly prefixes: readonly string[];
  readonly fee: Money;
  readonly total: Money;
  /** False while the operator does not respond. */
  readonly available: boolean;
  /** False if the customer can pay without entering a number: the operator's own page or app knows it. */
  readonly needs_number: boolean;
}

/** Targets of the page's links and forms: paths on this host that carry the chosen language. */
export interface Links {
  /** The page itself; GET. Shows the current state. */
  readonly self: string;
  /** GET: the choice again, prefilled. */
  readonly choose: string;
  /** GET: the confirmation of what was chosen before. */
  readonly confirm: string;
  /**
   * POST `phone`, with `country` where it is shown, and `operator`, which may be empty; or `direct`, an operator that
   * needs no number. In either case `email` where it is shown.
   */
  readonly submit_choice: string;
  /** POST `confirmation`, and `otp` if the operator requires a one-time code with the request. */
  readonly pay: string;
  /** POST `otp`. */
  readonly submit_otp: string;
  /** POST without fields: requests another one-time code. */
  readonly resend_otp: string;
  /** POST without fields: asks what has become of a request that the customer does not see. */
  readonly again: string;
  /** POST, no fields. */
  readonly cancel: string;
  /** The same page in each language; GET. */
  readonly languages: Readonly<Record<Language, string>>;
  /** GET: the server-sent events of the session, from API v1. */
  readonly events: string;
  /** GET: instructions for continuing with this page on another device. */
  readonly hand_over: string;
  /** GET, after paying: waits briefly until the merchant has acknowledged, then redirects to its site. */
  readonly leave: string;
  /** The page of a paid session, which then no longer goes to {@link leave} by itself. */
  readonly stay: string;
  /** POST `decision` = `approve` | `refuse`; null outside test mode. */
  readonly sandbox: string | null;
}

/** The main content of the page. Each kind has a file in `views/`. */
export type View =
  | {
      readonly kind: 'choose';
      readonly offers: readonly Offer[];
      readonly operator: string | null;
      /** True if the operator was guessed from the number, and changes with it. */
      readonly is_guess?: boolean;
      /** The country in which the number is typed, ISO 3166-1 alpha-2; null if no offer belongs to a country. */
      readonly country: string | null;
      readonly phone: string;
      /**
       * E-mail address as typed or as the merchant set it; null if the merchant set none, in which case the page
       * does not ask for it.
       */
      readonly email: string | null;
      readonly problems: {
        readonly operator?: 'missing' | 'gone' | 'down';
        readonly phone?: 'missing' | 'invalid' | 'other_country';
        readonly email?: 'invalid';
        /**
         * With `other_country`: the country of the number (ISO 3166-1), and whether an operator there was selected
         * for it.
         */
        readonly belongs_to?: { readonly country: string; readonly is_picked: boolean };
      };
      /** Failure reason of the previous attempt, shown above the choice; null if it did not fail. */
      readonly failure: FailureReason | null;
    }
  | {
      readonly kind: 'hand_over';
      /** Absolute address of this page, for the QR code. */
      readonly page_url: string;
      /** Absolute address where {@link short_code} is typed. */
      readonly entry_url: string;
      /** For example `7KQ2-M9XD`; opens this page as long as the session can be paid. */
      readonly short_code: string;
    }
  | {
      readonly kind: 'confirm';
      /** Submitted with the form, so that the customer pays only what is shown here. */
      readonly confirmation: string;
      readonly offer: Offer;
      /** E.164; empty if none was entered. */
      readonly phone: string;
      /**
       * Set if the operator needs a one-time code with the request: the USSD code to dial, with the total filled in.
       */
      readonly code: { readonly dial: string; readonly is_wrong: boolean } | null;
      /**
       * The seconds to wait before paying, if the operator still refuses a second payment of the same amount from
       * the same number; otherwise null.
       */
      readonly wait_s: number | null;
    }
  | {
      readonly kind: 'otp';
      readonly operator_name: string;
      readonly total: Money;
      readonly wrong: boolean;
      /** USSD code that the customer dials for a code; null if the operator sends it. */
      readonly dial: string | null;
      /** True if the operator can send another code on request. */
      readonly can_resend: boolean;
      /** Result of requesting another code just now. */
      readonly resent: ResentOtp | null;
    }
  | {
      readonly kind: 'waiting';
      /** False if no prompt appears on the phone: the operator's own page is not available yet, or was completed. */
      readonly is_prompted: boolean;
      readonly operator_name: string;
      readonly phone: string;
      readonly total: Money;
      readonly dial: string | null;
      /** The choices after dialling. */
      readonly dial_steps: readonly DialStep[];
      /**
       * Whether the customer may ask for the request again, and whether the operator has just said that it still
       * waits for them; null as long as it may still appear.
       */
      readonly again: 'offered' | 'still_open' | null;
      /** The operator's own page, from which the customer has returned; null if there is none. */
      readonly operator_page: string | null;
      /** Time until which the customer can approve; null if unknown. */
      readonly ends_at: Date | null;
      /** True after a minute: the text changes from "check your phone" to "still checking". */
      readonly slow: boolean;
      /** True in test mode when a person has to approve on the sandbox panel. */
      readonly sandbox_decision: boolean;
    }
  | { readonly kind: 'redirect'; readonly operator_name: string; readonly total: Money; readonly url: string }
  | {
      readonly kind: 'success';
      readonly operator_name: string;
      readonly total: Money;
      /** The fee in the total; null if the amount received is not the amount charged. */
      readonly fee: Money | null;
      /** The amount paid in excess, which is refunded; null if none. */
      readonly difference: Money | null;
      readonly reference: string;
      readonly paid_at: Date;
      readonly return_href: string;
      /** True if that is the receipt, because a payment link names no other address. */
      readonly to_receipt: boolean;
      /** True if the page goes there by itself after a few seconds. */
      readonly leaves: boolean;
    }
  | {
      readonly kind: 'failed';
      readonly reason: FailureReason;
      readonly operator_name: string;
      readonly can_retry: boolean;
      readonly back_href: string | null;
    }
  | {
      readonly kind: 'unknown';
      readonly operator_name: string;
      readonly phone: string;
      readonly total: Money;
      readonly reference: string;
      /** True when the session has ended meanwhile. */
      readonly session_ended: boolean;
    }
  | {
      /** Unexpected money arrived, and is held until the merchant decides. */
      readonly kind: 'held';
      readonly received: Money;
      readonly total: Money;
      readonly reference: string;
    }
  | {
      /** Money arrived, was not accepted, and is refunded. */
      readonly kind: 'returned';
      readonly received: Money;
      readonly reference: string;
      readonly can_retry: boolean;
      readonly back_href: string | null;
    }
  | {
      readonly kind: 'cancelled';
      readonly back_href: string | null;
      /** True if the customer has just cancelled here, and returns to the merchant at once. */
      readonly is_leaving: boolean;
    }
  | { readonly kind: 'expired'; readonly back_href: string | null }
  | { readonly kind: 'too_many_attempts'; readonly back_href: string | null }
  | {
      readonly kind: 'already_paid';
      readonly total: Money;
      readonly fee: Money | null;
      readonly difference: Money | null;
      readonly reference: string;
      readonly return_href: string;
    }
  /** Paid, and since reversed by the operator: nothing more can be paid here. */
  | {
      readonly kind: 'reversed';
      readonly total: Money;
      readonly fee: Money | null;
      readonly reference: string;
      readonly back_href: string | null;
    }
  /** No operator is offered: the merchant has to set one up. */
  | { readonly kind: 'unavailable'; readonly back_href: string | null }
  | {
      readonly kind: 'problem';
      readonly title: string;
      readonly sentence: string;
      readonly back_href: string | null;
    };

/** A page of a session that exists. */
export interface Page {
  readonly language: Language;
  readonly template: BrandTemplate;
  readonly mode: Mode;
  /** Nonce of the one style and the one script (CSP level 3). */
  readonly nonce: string;
  readonly shop_name: string;
  readonly logo: Logo | null;
  readonly contact: ContactObject;
  /** The payment's reference, for a message to the merchant. */
  readonly reference: string;
  /** `#RRGGBB`, or null for the service's own blue. */
  readonly primary_color: string | null;
  readonly description: string | null;
  /** Amount that the merchant asks for, without the fee. */
  readonly amount: Money;
  readonly expires_at: Date;
  /** The server's time, because the clocks of phones are often wrong. */
  readonly now: Date;
  readonly links: Links;
  readonly view: View;
}

/** The page on which the code of {@link Links.hand_over} is typed. */
export interface EntryPage {
  readonly language: Language;
  readonly nonce: string;
  /** The code as typed, so that the customer can correct it. */
  readonly code: string;
  readonly is_wrong: boolean;
  /** POST `code`. */
  readonly action: string;
}

/** A page without a session: unknown token, too many requests, an invalid request, or a server error. */
export interface BarePage {
  readonly language: Language;
  readonly nonce: string;
  readonly kind: 'session_unknown' | 'rate_limited' | 'recovering' | 'refused' | 'error';
  /** Path of the session's page, for another attempt. */
  readonly reload_href: string;
}
