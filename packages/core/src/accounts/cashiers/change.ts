import { AppError } from '@guichet/kernel/errors';
import { isId } from '@guichet/kernel/ids';
import type { MerchantActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { closeOpenShifts } from '../tills/queries.ts';
import { drawPin, hashPin } from './pin.ts';
import { presentCashier } from './present.ts';
import { type Cashier, updateCashier } from './queries.ts';
import type { CashierWithPin } from './schemas.ts';

/**
 * Gives a cashier a new PIN. The old one is refused from now on; a shift that is open goes on.
 *
 * @throws AppError `forbidden`, `not_found`
 */
export async function renewPin(
  ctx: Pick<Context, 'db'>,
  actor: MerchantActor,
  id: string,
): Promise<CashierWithPin> {
  requireScope(actor, 'tills:write');
  const pin = drawPin();
  const cashier = await update(ctx, actor, id, {
    pin_hash: await hashPin(pin),
    failures: 0,
    failed_at: null,
  });
  return { cashier: presentCashier(cashier), pin };
}

/**
 * Removes a cashier: nothing can be done with their PIN, nor with a till where they are signed in. Their open shift is
 * closed, because they cannot close it any more; their shifts keep their name.
 *
 * @throws AppError `forbidden`, `not_found`
 */
export async function removeCashier(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: MerchantActor,
  id: string,
): Promise<void> {
  requireScope(actor, 'tills:write');
  await ctx.db.transaction().execute(async (tx) => {
    const { merchant_id } = await update({ db: tx }, actor, id, { status: 'removed' });
    await closeOpenShifts(tx, { merchant_id, cashier_id: id }, ctx.clock.now());
  });
}

async function update(
  { db }: { readonly db: Connection },
  { merchant_id }: MerchantActor,
  id: string,
  changes: Parameters<typeof updateCashier>[2],
): Promise<Cashier> {
  const cashier = isId('cashier', id) ? await updateCashier(db, { merchant_id, id }, changes) : undefined;
  if (!cashier) throw new AppError('not_found', { message: 'No cashier has this id.' });
  return cashier;
}
