import type { Context } from '../platform/context.ts';
import type { Mode } from '../platform/database/columns.ts';
import { waitForWriters } from '../platform/database/wait-for-writers.ts';
import { insertClosedPeriod, isPeriodClosed } from './queries.ts';

/**
 * Closes a merchant's books up to a time that has passed: waits for bookings in progress, and dates later bookings
 * no earlier than that time. A closed period never changes.
 *
 * A future time closes nothing.
 *
 * @throws AppError `unavailable` when a booking has been in progress for 5 seconds
 */
export async function closePeriod(
  ctx: Pick<Context, 'db' | 'clock'>,
  books: { readonly merchant_id: string; readonly mode: Mode },
  until: Date,
): Promise<void> {
  if (until > ctx.clock.now() || (await isPeriodClosed(ctx.db, books, until))) return;
  await waitForWriters(ctx, (tx, wait_ms) => insertClosedPeriod(tx, books, until, wait_ms));
}
