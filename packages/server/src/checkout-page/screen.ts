import type { Money } from '@guichet/kernel/money';
import type { Html } from '../http/html.ts';
import type { Page, View } from './page.ts';
import type { Texts } from './texts/keys.ts';

export type ViewOf<Kind extends View['kind']> = Extract<View, { readonly kind: Kind }>;

/** Input of every view in addition to its own data. */
export interface Context {
  readonly page: Page;
  readonly texts: Texts;
  /** Formats an amount for reading in the page's language. */
  readonly money: (money: Money) => string;
}

/** Output of a view for the shell. */
export interface Screen {
  /** Subject of the screen in a few words, for the document's title. The h1 is in the body. */
  readonly heading: string;
  readonly body: Html;
  /** True for a form to read and fill in, which is aligned to the start of the line; other screens are centred. */
  readonly is_form?: boolean;
  /** True if the customer has to correct something: the title begins by saying so. */
  readonly has_problem?: boolean;
  /** Interval in milliseconds at which the script polls the status; absent if nothing changes on its own. */
  readonly poll_ms?: number;
  /** Seconds until the page reloads itself without script; absent if a reload would interrupt the customer. */
  readonly reload_s?: number;
  /** Address that the page redirects to after a few seconds. */
  readonly go_to?: string;
  /** Address that the page redirects to immediately. */
  readonly go_at_once?: string;
}
