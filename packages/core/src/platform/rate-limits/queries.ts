import { sql } from 'kysely';
import type pg from 'pg';
import type { Connection } from '../database/connect.ts';
import type { Limit } from './limit.ts';

/** A node's request for tokens. */
export interface Ask extends Limit {
  readonly subject: string;
  readonly wanted: number;
}

/** The number of tokens granted, an integer; at most `wanted`. */
export interface Lease {
  readonly subject: string;
  readonly granted: number;
  /** Tokens left in the bucket. */
  readonly tokens: number;
}

/**
 * Refills each bucket for the time that has passed, and takes whole tokens out. All statements lock rows in the
 * same order, so that two of them cannot deadlock. The time is the database's, because nodes' clocks differ. It is
 * read once the row is locked: a time read before the wait for the lock could be earlier than `refilled_at`.
 */
const leaseSql = `
insert into rate_limit_buckets as bucket (subject, per_second, burst, tokens, granted, refilled_at)
select subject, per_second, burst, burst - least(wanted, burst), least(wanted, burst), clock_timestamp()
from unnest($1::text[], $2::float8[], $3::float8[], $4::float8[]) as asked (subject, per_second, burst, wanted)
order by subject collate "C"
on conflict (subject) do update set
  per_second = excluded.per_second,
  burst = excluded.burst,
  (tokens, granted, refilled_at) = (
    select
      filled.tokens - least(excluded.granted, floor(filled.tokens)),
      least(excluded.granted, floor(filled.tokens)),
      filled.at
    from (
      select
        least(
          excluded.burst,
          bucket.tokens
            + greatest(0, extract(epoch from clock.at - bucket.refilled_at)::float8) * excluded.per_second
        ) as tokens,
        clock.at
      from (select clock_timestamp() as at) as clock
    ) as filled
  )
returning subject, granted, tokens`;

/** Leases tokens of many buckets in one statement; each subject may occur once. A new bucket is full. */
export async function leaseTokens(pool: pg.Pool, asks: readonly Ask[]): Promise<readonly Lease[]> {
  const { rows } = await pool.query<Lease>({
    name: 'lease_tokens',
    text: leaseSql,
    values: [
      asks.map(({ subject }) => subject),
      asks.map(({ per_second }) => per_second),
      asks.map(({ burst }) => burst),
      asks.map(({ wanted }) => wanted),
    ],
  });
  return rows;
}

/**
 * Deletes buckets that are full again: a missing bucket counts as full. Locked rows are skipped, so that no
 * request waits.
 *
 * @returns the number of deleted buckets, `rows_max` at most
 */
export async function deleteFullBuckets(db: Connection, rows_max: number): Promise<number> {
  const deleted = await sql`
    delete from rate_limit_buckets
    where subject in (
      select subject
      from rate_limit_buckets
      where tokens + extract(epoch from clock_timestamp() - refilled_at)::float8 * per_second >= burst
      limit ${rows_max}
      for update skip locked
    )`.execute(db);
  return Number(deleted.numAffectedRows ?? 0n);
}
