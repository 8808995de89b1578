import type { Context } from '../platform/context.ts';
import type { Mode } from '../platform/database/columns.ts';
import { waitForWriters } from '../platform/database/wait-for-writers.ts';
import { insertClosedPeriod, isPeriodClosed } from './queries.ts';

/**
 * Closes a merchant's books up to a time that has passed: bookings that are under way are waited for, and later ones
 * are booked from then on only. What was read of a closed period is the same at every later reading.
 *
 * A time that has not come yet closes nothing.
 *
 * @throws AppError `unavailable` when a booking has been under way for 5 seconds
 */
export async function closePeriod(
  ctx: Pick<Context, 'db' | 'clock'>,
  books: { readonly merchant_id: string; readonly mode: Mode },
  until: Date,
): Promise<void> {
  if (until > ctx.clock.now() || (await isPeriodClosed(ctx.db, books, until))) return;
  await waitForWriters(ctx, (tx, wait_ms) => insertClosedPeriod(tx, books, until, wait_ms));
}
