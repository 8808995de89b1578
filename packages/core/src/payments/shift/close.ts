import { AppError } from '@guichet/kernel/errors';
import { isId } from '@guichet/kernel/ids';
import type { CashierActor, MerchantActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { findShift, type NamedShift, updateShift } from './queries.ts';
import type { ShiftSheet } from './schemas.ts';
import { sheetOf } from './sheet.ts';

/**
 * Closes the shift of a cashier. Payments that are still open remain in it: its sheet shows how they ended.
 *
 * @throws AppError `forbidden`
 */
export async function closeOwnShift(ctx: Pick<Context, 'db' | 'clock'>, actor: CashierActor): Promise<void> {
  requireScope(actor, 'counter:take');
  const { merchant_id, shift_id: id } = actor;
  await close(ctx, { merchant_id, id });
}

/**
 * Closes a shift, for example one that a cashier forgot. Closing it again changes nothing.
 *
 * @throws AppError `forbidden`, `not_found`
 */
export async function closeShift(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: MerchantActor,
  id: string,
): Promise<ShiftSheet> {
  requireScope(actor, 'tills:write');
  const shift = await requireOwnShift(ctx, actor, id);
  await close(ctx, shift);
  return sheetOf(ctx, await requireOwnShift(ctx, actor, id));
}

async function close(
  ctx: Pick<Context, 'db' | 'clock'>,
  key: Pick<NamedShift, 'merchant_id' | 'id'>,
): Promise<void> {
  await updateShift(ctx.db, key, { token_hash: null, closed_at: ctx.clock.now() });
}

/** Finds a shift in the actor's mode. @throws AppError `not_found` */
export async function requireOwnShift(
  ctx: Pick<Context, 'db'>,
  { merchant_id, mode }: Pick<MerchantActor, 'merchant_id' | 'mode'>,
  id: string,
): Promise<NamedShift> {
  const shift = isId('shift', id) ? await findShift(ctx.db, { merchant_id, id }) : undefined;
  if (shift?.mode !== mode) {
    throw new AppError('not_found', { message: 'No shift has this id in this mode.' });
  }
  return shift;
}
