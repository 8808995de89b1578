import type { Context } from '../../../platform/context.ts';
import { oldest, type Retention } from '../../../platform/retention.ts';
import { deleteOldDeliveries } from './queries.ts';

/** Few enough not to hold a transaction long. */
const round_max = 1_000;

/**
 * Forgets deliveries that are over, and their tries, so many days after they were planned: as long as anyone asks whether
 * a shop was told. Events themselves are kept.
 */
export async function forgetOldDeliveries(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { webhook_deliveries_days }: Retention,
): Promise<void> {
  const before = oldest(clock.now(), webhook_deliveries_days);
  if (before === null) return;
  while ((await deleteOldDeliveries(db, before, round_max)) > 0);
}
