import { type RawBuilder, sql } from 'kysely';

/** True for a group of bookings that includes a reversal of a payout or a refund. */
export const wasReversed = sql<boolean>`bool_or(coalesce(booked.kind like '%\\_reversed', false))`;

const count = (...kinds: readonly string[]): RawBuilder<number> =>
  sql<number>`count(*) filter (where booked.kind = any (${[...kinds]}::text[]))`;

/**
 * Returns the condition for the bookings of a transfer that was reversed at least once. Every reservation must have
 * been booked as paid or returned. If the transfer is successful, it must be booked as paid once more than as
 * reversed, because a person may record that a reversed transfer was paid after all; otherwise it must be booked as
 * paid and as reversed equally often.
 *
 * @param table the table with the transfer's status
 */
export function isBookedAfterReversal(
  table: 'payouts' | 'refunds',
  noun: 'payout' | 'refund',
): RawBuilder<boolean> {
  const status = sql.ref(`${table}.status`);
  return sql<boolean>`
    ${status} in ('success', 'reversed')
    and ${count(`${noun}_reserved`)} = 1
    and ${count(`${noun}_paid`, `${noun}_returned`)} = ${count(`${noun}_reserved`, `${noun}_reopened`)}
    and ${count(`${noun}_paid`, `${noun}_paid_late`)} - ${count(`${noun}_reversed`)}
      = case ${status} when 'success' then 1 else 0 end`;
}

/** True for a group of bookings of a payout or a refund that had failed and was reopened. */
export const wasReopened = sql<boolean>`bool_or(coalesce(booked.kind like '%\\_reopened', false))`;

/**
 * Returns the condition for the bookings of a transfer that was reopened but not reversed. Every reservation must
 * have been booked as paid or returned, except one while the transfer is processing. The transfer must be booked as
 * paid once if it is successful, otherwise never.
 *
 * @param table the table with the transfer's status
 */
export function isBookedAfterReopening(
  table: 'payouts' | 'refunds',
  noun: 'payout' | 'refund',
): RawBuilder<boolean> {
  const status = sql.ref(`${table}.status`);
  return sql<boolean>`
    ${count(`${noun}_reserved`)} = 1
    and ${count(`${noun}_reserved`, `${noun}_reopened`)} - ${count(`${noun}_paid`, `${noun}_returned`)}
      = case ${status} when 'processing' then 1 else 0 end
    and ${count(`${noun}_paid`, `${noun}_paid_late`)} = case ${status} when 'success' then 1 else 0 end`;
}
