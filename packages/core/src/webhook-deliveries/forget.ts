import type { Context } from '../context.ts';
import { deleteOldDeliveries } from './queries.ts';

/** As long as anyone asks whether a shop was told. Events themselves are kept. */
const kept_ms = 90 * 24 * 60 * 60 * 1000;
/** Few enough not to hold a transaction long. */
const round_max = 1_000;

/** Forgets deliveries that are over, and their tries, 90 days after they were planned. */
export async function forgetOldDeliveries({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - kept_ms);
  while ((await deleteOldDeliveries(db, before, round_max)) > 0);
}
