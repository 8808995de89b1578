import type { Static } from 'typebox';
import type { MerchantActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { presentTill } from './present.ts';
import { listTillRows } from './queries.ts';
import type { TillList } from './schemas.ts';

/** Lists the tills of a merchant, each with its open shift. @throws AppError `forbidden` */
export async function listTills(
  ctx: Pick<Context, 'db'>,
  actor: MerchantActor,
): Promise<Static<typeof TillList>> {
  requireScope(actor, 'tills:read');
  return { items: (await listTillRows(ctx.db, actor)).map(presentTill) };
}
