import { isId } from '@guichet/kernel/ids';
import { problem } from '@guichet/kernel/problem';
import { makeReadQuery } from '@guichet/kernel/query';
import type { MerchantActor, MerchantCommand, StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { currencyProblem } from '../../platform/input/rules.ts';
import { cutPage, limit_default } from '../../platform/lists/page.ts';
import { presentForStaff, presentMovement } from './present.ts';
import { type ListedMovement, listMovements } from './queries.ts';
import { type MovementObject, type MovementPage, MovementQuery } from './schemas.ts';

const read = makeReadQuery(MovementQuery);

/**
 * Lists movements of the actor's merchant and mode, newest first, with the actions that the actor may take.
 *
 * @throws AppError `forbidden`, `invalid_fields`
 */
export async function browseMovements(
  ctx: Pick<Context, 'db'>,
  actor: StaffActor,
  query: Readonly<Record<string, unknown>>,
): Promise<MovementPage> {
  requireScope(actor, 'balances:read');
  return readPage(ctx, actor, query, (row) => presentForStaff(row, actor));
}

/** Lists movements for a command, newest first. @throws AppError `invalid_fields` */
export async function listRecordedMovements(
  ctx: Pick<Context, 'db'>,
  actor: MerchantCommand,
  query: Readonly<Record<string, unknown>>,
): Promise<{ items: MovementObject[]; next_cursor: string | null }> {
  requireScope(actor, 'balances:read');
  return readPage(ctx, actor, query, presentMovement);
}

async function readPage<Item>(
  { db }: Pick<Context, 'db'>,
  actor: MerchantActor,
  query: Readonly<Record<string, unknown>>,
  present: (row: ListedMovement) => Item,
): Promise<{ items: Item[]; next_cursor: string | null }> {
  const {
    currency,
    cursor,
    limit = limit_default,
  } = read(query, {
    currency: currencyProblem,
    cursor: (id) =>
      isId('ledger_movement', id)
        ? undefined
        : problem('not_a_cursor', 'must be the next_cursor of an earlier page'),
  });
  const rows = await listMovements(db, actor, { currency, before: cursor, limit: limit + 1 });
  return cutPage(rows, limit, present);
}
