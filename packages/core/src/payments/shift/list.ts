import { isId } from '@guichet/kernel/ids';
import { problem } from '@guichet/kernel/problem';
import { makeReadQuery } from '@guichet/kernel/query';
import type { MerchantActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { cutPage, limit_default } from '../../platform/lists/page.ts';
import { listShiftRows } from './queries.ts';
import { type ShiftPage, ShiftQuery } from './schemas.ts';
import { sheetsOf } from './sheet.ts';

const read = makeReadQuery(ShiftQuery);

/**
 * Lists a page of shifts with their totals, newest first. The cursor is the last shift's id.
 *
 * @param query the query string's parameters, each a string
 * @throws AppError `forbidden`, `invalid_fields`
 */
export async function listShifts(
  ctx: Pick<Context, 'db'>,
  actor: MerchantActor,
  query: Readonly<Record<string, unknown>>,
): Promise<ShiftPage> {
  requireScope(actor, 'tills:read');
  const { cursor = null, limit = limit_default } = read(query, {
    cursor: (text) =>
      isId('shift', text) ? undefined : problem('not_a_cursor', 'must be the next_cursor of an earlier page'),
  });
  const rows = await listShiftRows(ctx.db, actor, { before: cursor, limit: limit + 1 });
  const { items, next_cursor } = cutPage(rows, limit, (shift) => shift);
  return { items: await sheetsOf(ctx, actor.merchant_id, items), next_cursor };
}
