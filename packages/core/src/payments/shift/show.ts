import { isId } from '@guichet/kernel/ids';
import type { MerchantActor, TillActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { requireOwnShift } from './close.ts';
import { findShift } from './queries.ts';
import type { ShiftSheet } from './schemas.ts';
import { sheetOf } from './sheet.ts';

/** For so long a till shows the sheet of a closed shift, to print it. A till may be stolen later. */
const shown_for_ms = 15 * 60_000;

/** Gets a shift with its totals. @throws AppError `forbidden`, `not_found` */
export async function showShift(
  ctx: Pick<Context, 'db'>,
  actor: MerchantActor,
  id: string,
): Promise<ShiftSheet> {
  requireScope(actor, 'tills:read');
  return sheetOf(ctx, await requireOwnShift(ctx, actor, id));
}

/**
 * Gets the sheet of a shift that was just closed at a till.
 *
 * @returns undefined for an open one, for one of another till, and some time after it was closed
 * @throws AppError `forbidden`
 */
export async function showClosedShift(
  ctx: Pick<Context, 'db' | 'clock'>,
  till: TillActor,
  id: string,
): Promise<ShiftSheet | undefined> {
  requireScope(till, 'till:open');
  const { merchant_id, till_id } = till;
  const shift = isId('shift', id) ? await findShift(ctx.db, { merchant_id, id }) : undefined;
  if (!shift?.closed_at || shift.till_id !== till_id) return undefined;
  const isOld = ctx.clock.now().getTime() - shift.closed_at.getTime() > shown_for_ms;
  return isOld ? undefined : sheetOf(ctx, shift);
}
