import type { Context } from '../../platform/context.ts';
import { oldest, type Retention } from '../../platform/retention.ts';
import { deleteCallbacksBefore } from './queries.ts';

/** Few enough not to hold a transaction long. */
const round_max = 1_000;

/** Forgets the callbacks that came so many days ago: as long as anyone disputes a payment with what the operator said. */
export async function forgetOldCallbacks(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { callbacks_days }: Retention,
): Promise<void> {
  const before = oldest(clock.now(), callbacks_days);
  if (before === null) return;
  while ((await deleteCallbacksBefore(db, before, round_max)) === round_max);
}
