import { documented } from '@guichet/kernel/documented';
import { type IdKind, idPattern } from '@guichet/kernel/ids';
import Type, { type TSchema } from 'typebox';

/** Items of a page when nothing is said (design section 7). */
export const limit_default = 25;

/** Query parameter of every list that has pages. */
export const Limit = Type.Integer({
  minimum: 1,
  maximum: 100,
  default: limit_default,
  description: 'Items of a page.',
});

/** Query parameter of a list whose pages go on after an id. */
export function Cursor(kind: IdKind) {
  return Type.String({
    description: '`next_cursor` of the page before.',
    ...documented({ pattern: idPattern(kind) }),
  });
}

/** What a list answers. */
export function Page<Item extends TSchema>(item: Item, next_cursor: string) {
  return Type.Object({
    items: Type.Array(item),
    next_cursor: Type.Union([Type.String(), Type.Null()], { description: next_cursor }),
  });
}

/**
 * Makes a page out of what was read: one row more than the page holds says that there is another page.
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
