export const languages = ['en', 'fr'] as const;
export type Language = (typeof languages)[number];

/** The words of one part of the page: texts, texts that take values, and groups of them. */
export type Texts<Words> = Readonly<Record<Language, Words>>;

/** Holds the languages together: a key that one of them lacks, or has too many, does not compile. */
export function defineTexts<Words>(texts: { readonly en: Words; readonly fr: NoInfer<Words> }): Texts<Words> {
  return texts;
}
