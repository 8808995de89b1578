import { Button } from '@mantine/core';
import { useTexts } from '../language/use-language.tsx';
import { part_texts } from './texts.ts';

interface PagerProps {
  /** Where this page begins; undefined on the first. */
  readonly cursor: string | undefined;
  readonly next_cursor: string | null;
  readonly go: (cursor: string | undefined) => void;
}

/** Goes through a list that is read page by page. The way back is the browser's own: each page has its address. */
export function Pager({ cursor, next_cursor, go }: PagerProps) {
  const texts = useTexts(part_texts);
  if (cursor === undefined && next_cursor === null) return null;
  return (
    <nav className="pager" aria-label={texts.next_page}>
      {cursor !== undefined && (
        <Button variant="default" onClick={() => go(undefined)}>
          {texts.first_page}
        </Button>
      )}
      {next_cursor !== null && (
        <Button variant="default" onClick={() => go(next_cursor)}>
          {texts.next_page}
        </Button>
      )}
    </nav>
  );
}
