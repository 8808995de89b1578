import type { Tilt } from './plan.ts';

/** A planted mistake about money: the exports of one module, with something changed. */
export interface Bug {
  readonly name: string;
  /** The breach that reveals the mistake. */
  readonly found: RegExp;
  /** The path from this folder. */
  readonly module: string;
  /**
   * Changes the histories so that they reveal the mistake sooner: limits them to one provider, or makes a
   * fault more frequent.
   */
  readonly tilt?: Tilt & { readonly connector?: string };
  // biome-ignore lint/suspicious/noExplicitAny: a planted mistake breaks the contract of what it replaces
  plant(real: any): object;
}
