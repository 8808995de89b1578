import type { TillActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { CounterLanguage } from '../../platform/database/tables/counter.ts';
import { updateTill } from './queries.ts';

/** Sets the language of a till's page. @throws AppError `forbidden` */
export async function setTillLanguage(
  ctx: Pick<Context, 'db'>,
  actor: TillActor,
  language: CounterLanguage,
): Promise<void> {
  requireScope(actor, 'till:open');
  const { merchant_id, till_id: id } = actor;
  await updateTill(ctx.db, { merchant_id, id }, { language });
}
