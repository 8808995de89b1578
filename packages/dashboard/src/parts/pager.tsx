import { Button } from '@mantine/core';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useTexts } from '../language/use-language.tsx';
import { part_texts } from './texts.ts';

interface PagerProps {
  /** The cursor at which this page begins; undefined on the first. */
  readonly cursor: string | undefined;
  readonly next_cursor: string | null;
  readonly go: (cursor: string | undefined) => void;
}

/**
 * The buttons to the other pages of a list. The button to the previous page goes back one step in the browser's
 * history, so it is shown only if the person came from that page, and not if they opened a shared link.
 */
export function Pager({ cursor, next_cursor, go }: PagerProps) {
  const texts = useTexts(part_texts);
  const { history } = useRouter();
  const came_from_page = useRouterState({ select: ({ location }) => location.state.came_from_page });
  if (cursor === undefined && next_cursor === null) return null;
  return (
    <nav className="pager" aria-label={texts.pages}>
      {cursor !== undefined && (
        <Button variant="default" onClick={() => go(undefined)}>
          {texts.first_page}
        </Button>
      )}
      {cursor !== undefined && came_from_page && (
        <Button variant="default" onClick={() => history.back()}>
          {texts.previous_page}
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
