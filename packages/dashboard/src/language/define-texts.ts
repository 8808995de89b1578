export const languages = ['en', 'fr'] as const;
export type Language = (typeof languages)[number];

/** The texts of one part of the page: plain texts, texts with values, and groups of them. */
export type Texts<Words> = Readonly<Record<Language, Words>>;

/** Keeps the languages in step: a missing or extra key in one of them is a compile error. */
export function defineTexts<Words>(texts: { readonly en: Words; readonly fr: NoInfer<Words> }): Texts<Words> {
  return { en: texts.en, fr: bindQuotes(texts.fr) };
}

/** Puts the non-breaking spaces of French inside quotation marks. */
function bindQuotes<Words>(words: Words): Words;
function bindQuotes(words: unknown): unknown {
  if (typeof words === 'string') return words.replaceAll('« ', '«\u00a0').replaceAll(' »', '\u00a0»');
  if (typeof words === 'function') return (...values: unknown[]) => bindQuotes(words(...values));
  if (Array.isArray(words)) return words.map((one) => bindQuotes(one));
  if (typeof words !== 'object' || words === null || Object.getPrototypeOf(words) !== Object.prototype)
    return words;
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, bindQuotes(value)]));
}
