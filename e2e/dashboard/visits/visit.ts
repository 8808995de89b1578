import type { Page } from 'playwright-core';
import type { TestService } from '../../../test-support/service.ts';

/** A menu, dialog or drawer of a page. */
export interface Opening {
  readonly name: string;
  /** The path of the file in `packages/dashboard/src`. */
  readonly file: string;
  /** Opens it on the page in English. */
  readonly open: (page: Page) => Promise<void>;
  /** It has to be answered, and Escape does not close it. */
  readonly stays?: boolean;
  /** True when only narrow screens have the button that opens it. */
  readonly is_narrow?: boolean;
}

/** A page with something on it. */
export interface Visit {
  readonly name: string;
  /** Below `/dashboard/<merchant>/test/`; with a slash before it, below `/dashboard`. */
  readonly at: string;
  /** Prepares the service so that the page shows it, before a reload. */
  readonly prepare?: (service: TestService) => Promise<void>;
  /** Brings the page, in English, to what is to be seen. */
  readonly act?: (page: Page) => Promise<void>;
  readonly openings?: readonly Opening[];
}

/** By the router's addresses, those of a merchant without its beginning. */
export type Visits = Readonly<Record<string, readonly Visit[]>>;
