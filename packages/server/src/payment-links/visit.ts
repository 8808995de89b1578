import type { Language } from '../checkout-page/page.ts';

/** The parts of a page that differ from visitor to visitor. */
export interface Visit {
  readonly language: Language;
  /** True if the visitor picked the language: then every address keeps it. */
  readonly is_picked: boolean;
  readonly nonce: string;
}
