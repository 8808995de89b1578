import type { Static } from 'typebox';
import type { MerchantActor, TillActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { presentCashier } from './present.ts';
import { listCashierRows } from './queries.ts';
import type { CashierList } from './schemas.ts';

/** Lists the cashiers of a merchant, by name. @throws AppError `forbidden` */
export async function listCashiers(
  ctx: Pick<Context, 'db'>,
  actor: MerchantActor,
): Promise<Static<typeof CashierList>> {
  requireScope(actor, 'tills:read');
  return { items: (await listCashierRows(ctx.db, actor.merchant_id)).map(presentCashier) };
}

/** Lists the names that can sign in at a till. @throws AppError `forbidden` */
export async function listNames(
  ctx: Pick<Context, 'db'>,
  actor: TillActor,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  requireScope(actor, 'till:open');
  const cashiers = await listCashierRows(ctx.db, actor.merchant_id);
  return cashiers.map(({ id, name }) => ({ id, name }));
}
