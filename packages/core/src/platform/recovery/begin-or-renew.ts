import type { Context } from '../context.ts';
import type { Connection } from '../database/connect.ts';
import { deleteUnseenPeriods, insertRecovery, renewRecovery } from './queries.ts';

/**
 * Begins a recovery in the caller's transaction. If one is in progress, it starts anew with the earlier of the two
 * times: it may be part of a backup that was made during a recovery, whose inquiries say nothing about what was sent
 * since.
 */
export async function beginOrRenew(
  { log }: Pick<Context, 'log'>,
  tx: Connection,
  row: Parameters<typeof insertRecovery>[1],
): Promise<void> {
  const { reason, lost_since, began_by } = row;
  // What processes remember from before proves nothing new from now on.
  await deleteUnseenPeriods(tx);
  if (await insertRecovery(tx, row)) {
    const text =
      'data may be missing from the database: no payout, refund or collection is sent until a person opens the service';
    return log.error({ reason, lost_since, began_by }, text);
  }
  await renewRecovery(tx, new Date(lost_since));
  log.error(
    { reason, lost_since, began_by },
    'the recovery in progress starts anew: more data may be missing',
  );
}
