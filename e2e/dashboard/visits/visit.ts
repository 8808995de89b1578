import type { Page } from 'playwright-core';
import type { TestService } from '../../../test-support/service.ts';

/** A menu, dialog or drawer of a page. */
export interface Opening {
  readonly name: string;
  /** The path of the file in `packages/dashboard/src`. */
  readonly file: string;
  /** Opens the menu, dialog or drawer on the page in English. */
  readonly open: (page: Page) => Promise<void>;
  /** Whether the dialog must be completed: Escape does not close it. */
  readonly stays?: boolean;
  /** Whether only narrow screens have the button that opens it. */
  readonly is_narrow?: boolean;
}

/** A page to be examined, in one of its states. */
export interface Visit {
  readonly name: string;
  /** The address below `/dashboard/<merchant>/test/`; with a leading slash, below `/dashboard`. */
  readonly at: string;
  /** Creates in the service what the page will show; the page is reloaded afterwards. */
  readonly prepare?: (service: TestService) => Promise<void>;
  /** Brings the page, in English, to the state to be examined. */
  readonly act?: (page: Page) => Promise<void>;
  readonly openings?: readonly Opening[];
}

/** Visits by route; a merchant's routes omit their common prefix. */
export type Visits = Readonly<Record<string, readonly Visit[]>>;
