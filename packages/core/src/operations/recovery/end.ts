import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import type { CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { deleteUnseenPeriods, findRecovery, updateRecovery } from '../../platform/recovery/queries.ts';
import { countFound, deleteInquiries, prolongSessions } from './queries.ts';
import { type RecoveryObject, showRecovery } from './show.ts';

/**
 * The minimum time that customers have after a recovery. Meanwhile they could not pay, and a payment that was lost is
 * found when its customer or merchant pays again.
 */
const time_to_pay_ms = 30 * 60_000;

interface Opening {
  /** The person who opens the service. */
  readonly opened_by: string;
  /** Whether to open before all inquiries have been made. */
  readonly anyway: boolean;
}

/**
 * Ends the current recovery in the name of a person. From now on customers can pay, and those payouts and refunds
 * are sent of which no operator has a record.
 *
 * @param input.anyway open before all inquiries have been made
 * @throws AppError `forbidden`, `conflict` when there is no recovery, or inquiries are still outstanding
 */
export async function endRecovery(
  ctx: Pick<Context, 'db' | 'clock' | 'log'>,
  actor: CommandActor,
  { anyway = false }: { readonly anyway?: boolean } = {},
): Promise<RecoveryObject> {
  requireScope(actor, 'installation:write');
  await openAgain(ctx, { opened_by: actor.name, anyway });
  return showRecovery(ctx, actor);
}

/**
 * Ends the recovery for a person who may do so. Of two concurrent requests, one ends it.
 *
 * @throws AppError `conflict`
 */
export async function openAgain(
  ctx: Pick<Context, 'db' | 'clock' | 'log'>,
  { opened_by, anyway }: Opening,
): Promise<void> {
  const recovery = await findRecovery(ctx.db);
  if (!recovery) throw isOpen();
  const { to_inquire } = await countFound(ctx.db, recovery);
  if (to_inquire > 0 && !anyway) {
    throw new AppError('conflict', {
      reason: problem(
        'inquiries_left',
        `${to_inquire} open payments, payouts or refunds have not been inquired about yet. Wait for the worker, or add --anyway.`,
        { count: to_inquire },
      ),
    });
  }
  const opened_at = ctx.clock.now();
  // Before the service is open, because then the next sweep would expire them.
  await prolongSessions(ctx.db, {
    after: recovery.lost_since,
    until: new Date(opened_at.getTime() + time_to_pay_ms),
  });
  if (!(await updateRecovery(ctx.db, recovery.id, { opened_at, opened_by }))) throw isOpen();
  await deleteInquiries(ctx.db, recovery);
  // A process that starts only now remembers what this recovery was about.
  await deleteUnseenPeriods(ctx.db);
  ctx.log.warn({ recovery: String(recovery.id), opened_by, to_inquire }, 'the recovery was ended');
}

function isOpen(): AppError {
  const text = 'The service is open: there is no recovery to end.';
  return new AppError('conflict', { reason: problem('service_is_open', text) });
}
