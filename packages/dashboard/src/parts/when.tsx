import { useLanguage } from '../language/use-language.tsx';
import { formatTime } from './format-time.ts';

/** A time in the reader's own time zone; `precise` adds the seconds. */
export function When({ at, precise = false }: { readonly at: string; readonly precise?: boolean }) {
  const { language } = useLanguage();
  return (
    <time dateTime={at} title={at}>
      {formatTime(at, language, precise ? 'medium' : 'short')}
    </time>
  );
}
