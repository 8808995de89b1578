import { isId } from '@guichet/kernel/ids';
import { problem } from '@guichet/kernel/problem';
import { makeReadQuery } from '@guichet/kernel/query';
import type { StaffActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { cutPage } from '../../../platform/lists/page.ts';
import { presentBatches } from './present.ts';
import { listBatches } from './queries.ts';
import { BatchQuery, type PayoutBatchPage } from './schemas.ts';

/** Lower than in other lists, because this list counts the payouts of each file. */
const limit_default = 10;

const read = makeReadQuery(BatchQuery);

/** Lists the uploaded files page by page, newest first. @throws AppError `forbidden`, `invalid_fields` */
export async function browseBatches(
  ctx: Pick<Context, 'db'>,
  actor: StaffActor,
  query: Readonly<Record<string, unknown>>,
): Promise<PayoutBatchPage> {
  requireScope(actor, 'payouts:read');
  const { cursor, limit = limit_default } = read(query, {
    cursor: (id) =>
      isId('payout_batch', id)
        ? undefined
        : problem('not_a_cursor', 'must be the next_cursor of an earlier page'),
  });
  const { merchant_id, mode } = actor;
  const rows = await listBatches(ctx.db, { merchant_id, mode, cursor, limit: limit + 1 });
  const { items, next_cursor } = cutPage(rows, limit, (row) => row);
  const figures = await presentBatches(ctx.db, merchant_id, items);
  return { items: figures.map(({ batch }) => batch), next_cursor };
}
