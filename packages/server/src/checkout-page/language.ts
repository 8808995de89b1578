import { isLanguage, type Language } from './texts/texts.ts';

/** The language that the visitor picked; null if the page is not available in it. */
export function pickedLanguage(text: unknown): Language | null {
  return typeof text === 'string' && isLanguage(text) ? text : null;
}

/**
 * The page's best language for an Accept-Language header (RFC 9110 section 12.5.4), regardless of region and
 * script; English if none matches.
 */
export function acceptedLanguage(header: string | undefined): Language {
  const wanted = (header ?? '')
    .split(',')
    .map((part, order) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((text) => /^\s*q=([\d.]+)$/.exec(text)?.[1]).find(Boolean);
      return { tag, order, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((left, right) => right.quality - left.quality || left.order - right.order);
  for (const { tag } of wanted) {
    const language = pickedLanguage(tag.split('-')[0]);
    if (language) return language;
  }
  return 'en';
}
