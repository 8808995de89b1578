import type { Page } from 'playwright-core';
import type { TestService } from '../../../test-support/service.ts';

/** A menu, dialog or drawer of a page. */
export interface Opening {
  readonly name: string;
  /** The path of the file in `packages/dashboard/src`. */
  readonly file: string;
  /** Opens it on the page in English. */
  readonly open: (page: Page) => Promise<void>;
  /** Whether it has to be completed: Escape does not close it. */
  readonly stays?: boolean;
  /** True when only narrow screens have the button that opens it. */
  readonly is_narrow?: boolean;
}

/** A page with content. */
export interface Visit {
  readonly name: string;
  /** Below `/dashboard/<merchant>/test/`; with a slash before it, below `/dashboard`. */
  readonly at: string;
  /** Prepares the service so that the page shows it, before a reload. */
  readonly prepare?: (service: TestService) => Promise<void>;
  /** Brings the page, in English, to the state to be shown. */
  readonly act?: (page: Page) => Promise<void>;
  readonly openings?: readonly Opening[];
}

/** Visits by route; a merchant's routes omit their common prefix. */
export type Visits = Readonly<Record<string, readonly Visit[]>>;
