import { useLanguage } from '../../language/use-language.tsx';
import { formatTime, locales } from '../../parts/format-time.ts';

/** Formats a time for use in a sentence: the time alone if it is today, in the reader's own time zone. */
export function useSince(): (at: string) => string {
  const { language } = useLanguage();
  return (at) => {
    const is_today = new Date(at).toDateString() === new Date().toDateString();
    if (!is_today) return formatTime(at, language, 'short');
    return new Intl.DateTimeFormat(locales[language], { timeStyle: 'short' }).format(new Date(at));
  };
}
