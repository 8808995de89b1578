import type { Notice } from '../../checkout-page/texts/keys.ts';
import type { TakenState } from '../state.ts';

/**
 * Every word of the till in one language. It speaks to the cashier, who reads it at arm's length while somebody waits:
 * short, and what to do first. Parameters named `amount` and `time` are already formatted.
 */
export interface CounterTexts {
  /** Name of the app, on the phone's home screen. */
  readonly app: string;

  readonly pair_title: string;
  readonly pair_sentence: string;
  readonly pair_code: string;
  readonly pair_submit: string;
  readonly pair_wrong: string;
  /** Shown on a device whose till was paired with another one, or disconnected. */
  readonly pair_again: string;

  readonly sign_in_title: string;
  readonly sign_in_name: string;
  readonly sign_in_pin: string;
  readonly sign_in_submit: string;
  readonly sign_in_nobody: string;
  /** @param left PINs that can be tried before the cashier needs a new one */
  readonly pin_wrong: (left: number) => string;
  readonly pin_pause: (wait: string) => string;
  readonly pin_locked: string;
  readonly cashier_gone: string;
  readonly other_shift: (cashier: string, time: string) => string;
  readonly other_shift_close: (cashier: string) => string;

  readonly amount: string;
  readonly note: string;
  readonly optional: string;
  readonly clear: string;
  readonly erase: string;
  readonly take: string;
  readonly list: string;
  readonly list_empty: string;
  readonly states: Readonly<Record<TakenState, string>>;

  readonly scan: string;
  /** Precedes the address and the code. */
  readonly or_open: string;
  readonly or_type: string;
  readonly customer_number: string;
  readonly operator: string;
  readonly send_request: string;
  readonly number_wrong: string;
  readonly operator_needed: string;
  readonly not_offered: string;
  readonly otp: string;
  /** @param dial the code that the customer dials; null if the operator sends the one-time code */
  readonly otp_hint: (dial: string | null) => string;
  readonly otp_wrong: string;
  readonly too_soon: (wait: string) => string;
  readonly unavailable: string;
  readonly too_many: string;
  readonly still_asked: string;
  readonly total: (amount: string) => string;
  readonly cancel: string;
  readonly next: string;
  readonly back: string;
  readonly receipt: string;

  readonly asked: (operator: string, phone: string) => string;
  readonly open_link: (operator: string) => string;
  readonly checking: (operator: string) => string;
  readonly paid: string;
  readonly paid_by: (operator: string, phone: string) => string;
  readonly nothing_taken: string;
  readonly expired: Notice;
  readonly cancelled: Notice;
  readonly reversed: Notice;
  readonly held: Notice;

  /** Spoken when the money has arrived. `from` is the payer's name or, if unknown, the operator's. */
  readonly say: (amount: string, from: string) => string;
  /** Names of currencies as they are spoken, where `Intl` says more than people do. */
  readonly currencies: Readonly<Record<string, string>>;
  readonly sound_off: string;
  readonly lost: string;
  /** Shown if the response to a form is lost: what was sent may have arrived, and sending it again is safe. */
  readonly unanswered: string;

  readonly shift: string;
  readonly lock: string;
  readonly close: string;
  readonly close_sentence: string;
  readonly sheet: string;
  readonly sheet_open: string;
  readonly till: string;
  readonly cashier: string;
  readonly opened: string;
  readonly closed: string;
  readonly payments: string;
  readonly sum: string;
  readonly still_open: (count: number, amount: string) => string;
  readonly different: (count: number) => string;
  readonly refunded: (amount: string) => string;
  readonly taken_back: (count: number, amount: string) => string;
  readonly none: string;
  readonly signature: string;
  readonly print: string;
  readonly reload: string;
  readonly sheet_gone: Notice;
  readonly not_found: Notice;
  readonly language: string;
}
