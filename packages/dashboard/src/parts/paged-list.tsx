import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Filtering } from '../app/search.ts';
import { useTexts } from '../language/use-language.tsx';
import { Empty } from './empty.tsx';
import { Pager } from './pager.tsx';
import { QueryView } from './query-view.tsx';
import { SearchPaused } from './search-paused.tsx';
import { part_texts } from './texts.ts';

interface PagedListProps<Item> {
  readonly query: UseQueryResult<{
    readonly items: readonly Item[];
    readonly next_cursor: string | null;
    readonly searched_until?: string | null;
  }>;
  readonly filtering: Pick<Filtering<never>, 'search' | 'is_set' | 'goTo'>;
  /** The filters that show their own errors. */
  readonly filters?: readonly string[];
  /** Shown in place of a list that is empty although no filter is set. */
  readonly empty: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A page of a list with buttons to the other pages, or the reason why it is empty. */
export function PagedList<Item>({ query, filtering, filters, empty, children }: PagedListProps<Item>) {
  const { search, is_set, goTo } = filtering;
  const texts = useTexts(part_texts);
  return (
    <QueryView query={query} filters={filters}>
      {({ items, next_cursor, searched_until = null }) => {
        const is_first = search.cursor === undefined;
        if (items.length === 0 && searched_until === null && is_first)
          return is_set ? <Empty title={texts.nothing_found} /> : empty;
        return (
          <>
            {items.length > 0 && children(items)}
            {items.length === 0 && searched_until === null && <Empty title={texts.page_empty} />}
            {searched_until !== null && <SearchPaused until={searched_until} />}
            <Pager cursor={search.cursor} next_cursor={next_cursor} go={goTo} />
          </>
        );
      }}
    </QueryView>
  );
}
