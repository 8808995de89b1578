import type { Context } from '../context.ts';
import { deleteCallbacksBefore } from './queries.ts';

/** As long as anyone disputes a payment with what the operator said. */
const kept_ms = 90 * 24 * 60 * 60 * 1000;

/** Forgets the callbacks that came more than 90 days ago. */
export async function forgetOldCallbacks({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await deleteCallbacksBefore(db, new Date(clock.now().getTime() - kept_ms));
}
