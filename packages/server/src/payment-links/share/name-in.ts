import type { Language } from '../../checkout-page/page.ts';
import { isolate } from '../../checkout-page/texts/isolate.ts';
import { texts } from '../../checkout-page/texts/texts.ts';

const right_to_left = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Embeddings, overrides and isolates of Unicode Standard Annex 9: unbalanced, they would turn what follows around. */
const direction_signs = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * Writes a name in a sentence of a language: on one line, and isolated if it or the language runs from right to
 * left.
 */
export function nameIn(name: string, language: Language): string {
  const line = name.replace(direction_signs, '').replace(/\s+/g, ' ').trim();
  return texts[language].direction === 'rtl' || right_to_left.test(line) ? isolate(line) : line;
}
