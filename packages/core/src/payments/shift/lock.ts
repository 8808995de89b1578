import type { CashierActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { updateShift } from './queries.ts';

/** Locks a till: it asks for a PIN again. The shift stays open. @throws AppError `forbidden` */
export async function lockShift(ctx: Pick<Context, 'db'>, actor: CashierActor): Promise<void> {
  requireScope(actor, 'counter:take');
  const { merchant_id, shift_id: id } = actor;
  await updateShift(ctx.db, { merchant_id, id }, { token_hash: null });
}
