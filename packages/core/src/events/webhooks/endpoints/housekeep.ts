import type { Context } from '../../../platform/context.ts';
import { deleteExpiredSecrets, failStrandedDeliveries } from './queries.ts';

/** No transaction that writes an event takes so long. */
const settled_ms = 60_000;

/** Forgets secrets that sign no more, and gives up what was planned for an endpoint while it was being switched off. */
export async function tidyEndpoints({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await deleteExpiredSecrets(db, now);
  await failStrandedDeliveries(db, new Date(now.getTime() - settled_ms));
}
