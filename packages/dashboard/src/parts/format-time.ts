import type { Language } from '../language/define-texts.ts';

/** British English: the day before the month, and 24 hours, as in the merchants' countries. */
export const locales = { en: 'en-GB', fr: 'fr-FR' } as const satisfies Record<Language, string>;

/** Formats a time (ISO 8601) in the reader's own time zone; `medium` includes the seconds. */
export function formatTime(at: string, language: Language, time: 'short' | 'medium'): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'medium', timeStyle: time }).format(
    new Date(at),
  );
}
