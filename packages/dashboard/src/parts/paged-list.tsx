import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Filtering } from '../app/search.ts';
import { useTexts } from '../language/use-language.tsx';
import { Empty } from './empty.tsx';
import { Pager } from './pager.tsx';
import { QueryView } from './query-view.tsx';
import { part_texts } from './texts.ts';

interface PagedListProps<Item> {
  readonly query: UseQueryResult<{ readonly items: readonly Item[]; readonly next_cursor: string | null }>;
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
      {({ items, next_cursor }) => {
        if (items.length === 0) return is_set ? <Empty title={texts.nothing_found} /> : empty;
        return (
          <>
            {children(items)}
            <Pager cursor={search.cursor} next_cursor={next_cursor} go={goTo} />
          </>
        );
      }}
    </QueryView>
  );
}
