import type { FailureReason } from '@guichet/kernel/outcome';

/** A notice of a problem: its title, and what the customer should know and do. */
export interface Notice {
  readonly title: string;
  readonly sentence: string;
}

/**
 * Every word of the hosted page in one language. Plain words, present tense, no blame. A text about something that
 * went wrong says what happened, whether money moved, and what to do now, in that order. Parameters named
 * `amount`, `phone` and `time` are already formatted; `shop` and `operator` are names. A language that is written
 * from right to left isolates them all (isolate.ts).
 */
export interface Texts {
  /** Its name, in the language itself. */
  readonly language_name: string;
  /** Label of the list of languages for screen readers. */
  readonly other_languages: string;
  readonly test_mode: string;
  /** BCP 47 tag for `Intl`, with Latin digits, as on the phone on which the customer approves. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly secure_payment: string;
  readonly expires_at: string;
  /** Shown and announced once, shortly before the session ends. */
  readonly expires_soon: string;
  readonly error_prefix: string;
  /** Shown when a form is submitted while the phone has no network. */
  readonly offline: string;
  /** Shown while the customer waits for an outcome. */
  readonly lost: string;

  readonly summary: string;
  readonly subtotal: string;
  readonly fees: string;
  readonly total: string;
  readonly no_fee: string;
  readonly fees_later: string;
  readonly operator: string;
  readonly phone: string;
  readonly reference: string;
  readonly paid_at: string;

  readonly choose_title: string;
  readonly choose_phone: string;
  /** Shown in place of the country's code, if the number belongs to no country. */
  readonly choose_phone_hint: string;
  /** Names the list of countries before the number. */
  readonly choose_country: string;
  /** Shown if the merchant provided an address; the customer may change or remove it. */
  readonly choose_email: string;
  readonly choose_email_hint: string;
  /** Opens the list of all ways, beside the operator that was guessed. */
  readonly choose_another: string;
  /** Above the operators that need no number. */
  readonly choose_direct: string;
  /** Beside a box, to store the number on the device. */
  readonly choose_keep: string;
  /** Shown next to an unavailable operator, in place of the fee. */
  readonly choose_not_answering: string;
  readonly choose_continue: string;
  readonly choose_problems: {
    readonly operator: { readonly missing: string; readonly gone: string; readonly down: string };
    readonly phone: {
      readonly missing: string;
      readonly invalid: string;
      readonly other_country: string;
      /** The number belongs to this country, in which no operator is offered. */
      readonly from_country: (country: string) => string;
      /** An operator of the number's country is selected instead of the customer's choice. */
      readonly from_country_picked: (country: string) => string;
    };
    readonly email: string;
  };
  readonly cancel_and_return: (shop: string) => string;

  readonly hand_over_link: string;
  readonly hand_over_title: string;
  readonly hand_over_scan: string;
  /** Precedes the URL and the code. */
  readonly hand_over_open: string;
  readonly hand_over_type: string;
  readonly hand_over_follows: string;
  readonly hand_over_stay: string;
  readonly qr_code: string;
  readonly entry_title: string;
  readonly entry_sentence: string;
  readonly entry_label: string;
  readonly entry_wrong: string;
  readonly entry_submit: string;

  readonly confirm_title: (amount: string) => string;
  readonly confirm_with: (operator: string) => string;
  readonly confirm_number: string;
  readonly confirm_change: string;
  readonly confirm_pay: (amount: string) => string;
  readonly confirm_nothing_sent: string;
  /**
   * Shown while the operator would refuse a second payment of the same amount from the same number.
   *
   * @param wait `2 minutes`, `27 seconds`
   */
  readonly confirm_too_soon: (operator: string, wait: string) => string;

  readonly otp_title: string;
  readonly otp_dial: string;
  readonly otp_then: string;
  readonly otp_from: (operator: string) => string;
  readonly otp_label: string;
  readonly otp_wrong: string;
  /** Precedes the number to dial. */
  readonly otp_dial_again: string;
  readonly otp_resend: string;
  readonly otp_resent: Readonly<Record<'sent' | 'too_soon' | 'not_sent', string>>;
  readonly otp_submit: (amount: string) => string;

  readonly waiting_title: string;
  readonly waiting_approve: (amount: string, operator: string) => string;
  readonly waiting_phone: (phone: string) => string;
  readonly waiting_dial: string;
  /** Between the code to dial and the choices in its menu. */
  readonly waiting_then: string;
  /** After the choices. */
  readonly waiting_pin: string;
  readonly dial_steps: { readonly [Step in 'payment' | 'currency' | 'yes']: string };
  /** Label of the button that asks for a request which the customer does not see. */
  readonly again: string;
  readonly again_about: (operator: string) => string;
  /** The operator has not ended the request. */
  readonly again_open: (operator: string) => string;
  /** Precedes the link back to the operator's own page. */
  readonly waiting_not_yet: string;
  readonly waiting_time_left: string;
  readonly waiting_until: (time: string) => string;
  readonly waiting_close: (shop: string) => string;
  readonly wrong_number: Notice;
  readonly waiting_moment_title: string;
  readonly waiting_moment: (operator: string) => string;
  readonly waiting_slow_title: string;
  readonly waiting_slow: (operator: string) => string;
  readonly check_now: string;

  readonly redirect_title: (operator: string) => string;
  readonly redirect_sentence: (amount: string, operator: string) => string;
  readonly redirect_open: (operator: string) => string;
  /** Shown on a wide screen, next to the QR code of the operator's page. */
  readonly redirect_scan: (operator: string) => string;
  readonly redirect_after: string;

  readonly success_title: string;
  readonly success_sentence: (amount: string, shop: string) => string;
  readonly success_soon: (shop: string) => string;
  readonly stay_here: string;
  readonly receipt_link: string;
  /** Followed by links. */
  readonly help: (shop: string) => string;
  /** The message to the merchant that a link opens. */
  readonly help_message: (about: {
    readonly amount: string;
    readonly reference: string;
    readonly when: string;
  }) => string;
  readonly return_to: (shop: string) => string;

  readonly failures: Readonly<Record<FailureReason, (operator: string) => Notice>>;
  /** Used in place of the operator's name in the notice about an earlier failed attempt. */
  readonly some_operator: string;
  readonly failed_retry: string;
  readonly failed_same: string;
  readonly failed_other: string;

  readonly unknown_title: (operator: string) => string;
  readonly unknown_do_not: string;
  readonly unknown_sentence: (amount: string, phone: string) => string;
  /** In place of the sentence before, if the customer entered no number. */
  readonly unknown_without_number: (amount: string) => string;
  readonly unknown_close: (shop: string) => string;
  readonly unknown_ended: string;

  readonly held_title: string;
  readonly held_amount: (received: string, total: string, shop: string) => string;
  readonly held_late: (received: string, shop: string) => string;
  readonly returned: (received: string) => Notice;
  /** More was paid than requested, and the difference is refunded. */
  readonly success_difference: (difference: string) => string;

  readonly cancelled: (shop: string) => Notice;
  readonly expired: (shop: string) => Notice;
  readonly too_many_attempts: (shop: string) => Notice;
  readonly unavailable: (shop: string) => Notice;
  readonly already_paid: (amount: string, shop: string) => Notice;
  readonly reversed: (amount: string, shop: string) => Notice;
  readonly session_unknown: Notice;
  readonly rate_limited: Notice;
  /** Shown while a restored service is in recovery: the service sends nothing until a person has reviewed it. */
  readonly recovering: Notice;
  /** Shown if the browser sent something that the page never sends. */
  readonly refused: Notice;
  readonly error: Notice;
  readonly reload: string;

  readonly sandbox_title: string;
  readonly sandbox_note: string;
  readonly sandbox_asks: (shop: string) => string;
  readonly sandbox_decide: string;
  readonly sandbox_approve: string;
  readonly sandbox_refuse: string;
  readonly sandbox_numbers_title: string;
  readonly sandbox_numbers_intro: string;
  readonly sandbox_numbers: readonly (readonly [digits: string, meaning: string])[];
}
