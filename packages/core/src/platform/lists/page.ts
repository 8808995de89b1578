import { timestampText } from '@guichet/kernel/clock';
import { documented } from '@guichet/kernel/documented';
import { type IdKind, idPattern } from '@guichet/kernel/ids';
import Type, { type TSchema } from 'typebox';
import type { Walk } from './queries.ts';

/** Default page size (design section 7). */
export const limit_default = 25;

/** The query parameter for the page size of every paged list. */
export const Limit = Type.Integer({
  minimum: 1,
  maximum: 100,
  default: limit_default,
  description: 'Number of items per page.',
});

/** Makes the query parameter for the id after which the next page of a list begins. */
export function Cursor(kind: IdKind) {
  return Type.String({
    description: '`next_cursor` of the previous page.',
    ...documented({ pattern: idPattern(kind) }),
  });
}

/** Makes the response schema of a paged list. */
export function Page<Item extends TSchema>(item: Item, next_cursor: string) {
  return Type.Object({
    items: Type.Array(item),
    next_cursor: Type.Union([Type.String(), Type.Null()], { description: next_cursor }),
  });
}

/** Makes the response schema of a paged list whose search may pause before a page is full. */
export function SearchedPage<Item extends TSchema>(item: Item, next_cursor: string) {
  return Type.Object({
    ...Page(item, next_cursor).properties,
    searched_until: Type.Union([Type.String(), Type.Null()], {
      description:
        'The search paused here, before the page was full: the next page continues with older items.',
    }),
  });
}

/**
 * Makes a page from the rows read: one row more than the page holds means that there is another page.
 *
 * @param rows at most `limit` + 1
 */
export function cutPage<Row extends { readonly id: string }, Item>(
  rows: readonly Row[],
  limit: number,
  present: (row: Row) => Item,
): { items: Item[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(present),
    next_cursor: rows.length > limit && last ? last.id : null,
  };
}

/**
 * Makes a page from the rows that a search found. If it paused, the next page begins after the last row examined.
 *
 * @param walk with at most `limit` + 1 rows
 */
export function cutWalk<Row extends { readonly id: string }, Item>(
  { rows, end }: Walk<Row>,
  limit: number,
  present: (row: Row) => Item,
  timeOf: (row: Row) => Date,
): { items: Item[]; next_cursor: string | null; searched_until: string | null } {
  const page = cutPage(rows, limit, present);
  if (end === null || page.next_cursor !== null) return { ...page, searched_until: null };
  return { ...page, next_cursor: end.id, searched_until: timestampText(timeOf(end)) };
}
