import { inquireAboutAttempt } from '../../payments/attempt/inquire.ts';
import type { ServiceActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { findRecovery, updateRecovery } from '../../platform/recovery/queries.ts';
import { inquireTransfer } from '../../transfers/inquire.ts';
import { transfer_kinds } from '../../transfers/kinds.ts';
import { takeCallback } from '../callbacks/take.ts';
import { listMatchable, listUnseen, type Unseen } from './queries.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'secrets' | 'tokens'>;

/** The number of concurrent inquiries: as many as a worker makes anyway. */
const at_once = 20;

/**
 * Finds out what the database does not know, during a recovery: makes one inquiry about everything open, even if not
 * recorded as sent, and reads callbacks about unknown references again when new requests have arrived. Requests that
 * merchants repeat with their keys are open too, with their old references.
 *
 * @returns whether there may be more
 */
export async function lookAround(ctx: Ctx, actor: ServiceActor): Promise<boolean> {
  requireScope(actor, 'jobs:run');
  const recovery = await findRecovery(ctx.db);
  if (!recovery) return false;
  const unseen = await listUnseen(ctx.db, { since: recovery.began_at, now: ctx.clock.now() }, at_once);
  const asked = await Promise.all(unseen.map((one) => inquireAbout(ctx, one)));
  for (const key of await listMatchable(ctx.db, recovery.lost_since, at_once))
    await takeCallback(ctx, actor, key);
  if (unseen.length > 0) return asked.some((isAsked) => isAsked);
  if (
    recovery.looked_at === null &&
    (await updateRecovery(ctx.db, recovery.id, { looked_at: ctx.clock.now() }))
  ) {
    ctx.log.warn({ recovery: String(recovery.id) }, 'everything open has been inquired about');
  }
  return false;
}

/** @returns false when another inquiry was made a moment ago, or none could be made */
async function inquireAbout(ctx: Ctx, { kind, merchant_id, id }: Unseen): Promise<boolean> {
  try {
    if (kind === 'attempt') return await inquireAboutAttempt(ctx, { merchant_id, attempt_id: id });
    return await inquireTransfer(ctx, transfer_kinds[kind], { merchant_id, id }, { also_pending: true });
  } catch (error) {
    ctx.log.error({ err: error, id }, 'an operator could not be asked during the recovery');
    return false;
  }
}
