import { useLanguage, useTexts } from '../language/use-language.tsx';
import { formatTime } from './format-time.ts';
import { Note } from './note.tsx';
import { part_texts } from './texts.ts';

/** Says how far a search has come that paused before the page was full. */
export function SearchPaused({ until }: { readonly until: string }) {
  const texts = useTexts(part_texts);
  const { language } = useLanguage();
  return (
    <div className="search-paused">
      <Note tone="warn" title={texts.paused(formatTime(until, language, 'short'))} />
    </div>
  );
}
