import { AppError } from '@guichet/kernel/errors';
import type { CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { findRecovery, updateRecovery } from '../../platform/recovery/queries.ts';
import { countFound } from './queries.ts';
import { type RecoveryObject, showRecovery } from './show.ts';

/**
 * Ends the recovery that is under way, in the name of a person: payouts and refunds that no operator knows are sent from
 * now on, and customers can pay.
 *
 * @param input.anyway open although not everything has been inquired about
 * @throws AppError `forbidden`, `conflict` when nothing is to be opened, or inquiries are still to be made
 */
export async function endRecovery(
  ctx: Pick<Context, 'db' | 'clock' | 'log'>,
  actor: CommandActor,
  { anyway = false }: { readonly anyway?: boolean } = {},
): Promise<RecoveryObject> {
  requireScope(actor, 'installation:write');
  const recovery = await findRecovery(ctx.db);
  if (!recovery)
    throw new AppError('conflict', { message: 'The service is open: there is no recovery to end.' });
  const { to_inquire } = await countFound(ctx.db, recovery);
  if (to_inquire > 0 && !anyway) {
    throw new AppError('conflict', {
      message: `${to_inquire} open payments, payouts or refunds have not been inquired about yet. Wait for the worker, or add --anyway.`,
    });
  }
  const opened_at = ctx.clock.now();
  await updateRecovery(ctx.db, recovery.id, { opened_at, opened_by: actor.name });
  ctx.log.warn(
    { recovery: String(recovery.id), opened_by: actor.name, to_inquire },
    'the recovery was ended',
  );
  return showRecovery(ctx, actor);
}
