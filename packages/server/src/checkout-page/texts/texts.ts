import { ar } from './ar.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import type { Texts } from './keys.ts';
import { pt } from './pt.ts';
import { sw } from './sw.ts';

/**
 * The languages of the page, in the order in which they are offered. To add a language, add its file and list it
 * here; everything else follows from this list.
 */
const registry = { fr, en, sw, pt, ar } as const;

/** Code of a language, as in URLs and in `lang` (BCP 47). */
export type Language = keyof typeof registry;

/** The words of a language. */
export const texts: Readonly<Record<Language, Texts>> = registry;

/** All codes, in the order in which they are offered. */
export const languages: readonly Language[] = Object.keys(registry).filter(isLanguage);

export function isLanguage(text: string): text is Language {
  return Object.hasOwn(registry, text);
}

/** One value for each language. */
export function inEachLanguage<Value>(
  make: (language: Language) => Value,
): Readonly<Record<Language, Value>> {
  const entries = languages.map((language) => [language, make(language)]);
  // Every language has an entry, which TypeScript cannot infer.
  return Object.fromEntries(entries) as Record<Language, Value>;
}
