import type { Merchant, NamedShift, Till } from '@guichet/core/serving';
import type { Language } from '../checkout-page/page.ts';
import type { Texts } from '../checkout-page/texts/keys.ts';
import type { Html } from '../http/html.ts';
import type { CounterTexts } from './texts/keys.ts';

/** The values that every screen of a till uses. */
export interface CounterPage {
  readonly language: Language;
  readonly texts: CounterTexts;
  /** The words that the till shares with the hosted page. */
  readonly page_texts: Texts;
  readonly nonce: string;
  readonly public_url: string;
  readonly now: Date;
  /** Null for a device that is not paired. */
  readonly till: Till | null;
  readonly merchant: Merchant | null;
  /** The shift of the cashier who is signed in; null without one. */
  readonly shift: NamedShift | null;
}

/** One screen of a till: the content of `main`, and what the script knows about it. */
export interface CounterScreen {
  readonly title: string;
  /** Attributes of `main` that the script reads. */
  readonly data: Readonly<Record<string, string | null>>;
  readonly main: Html;
  /** Without script, the page is loaded again after this time; null for never. */
  readonly refresh_s?: number | null;
  /** A class of `main`. */
  readonly look?: 'status' | 'result' | 'sheet' | 'keypad' | 'form';
}
