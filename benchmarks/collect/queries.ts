import type pg from 'pg';

/** Payments made through an account since a moment, and what became of them. */
export interface Made {
  readonly payments: number;
  readonly paid: number;
  /** Postings of collections, and events of success, of these payments. */
  readonly posted: number;
  readonly told: number;
  /** From the first session to the last event. */
  readonly span_s: number;
  /** From session to event. */
  readonly p50_ms: number;
  readonly p99_ms: number;
}

export async function readMade(client: pg.Client, since: Date): Promise<Made> {
  const { rows } = await client.query<Made>(
    `with made as (
      select p.merchant_id, p.id, p.status, p.created_at, e.created_at as told_at, l.posted
      from payments p
      left join lateral (
        select min(created_at) as created_at from events
        where merchant_id = p.merchant_id and object_id = p.id and type = 'payment.successful'
      ) e on true
      left join lateral (
        select count(*)::int as posted from ledger_transactions where merchant_id = p.merchant_id and payment_id = p.id
      ) l on true
      where p.mode = 'live' and p.created_at >= $1
    )
    select count(*)::int as payments,
      count(*) filter (where status = 'success')::int as paid,
      coalesce(sum(posted), 0)::int as posted,
      count(told_at)::int as told,
      coalesce(extract(epoch from max(told_at) - min(created_at)), 0)::float as span_s,
      coalesce(percentile_disc(0.5) within group (order by extract(epoch from told_at - created_at) * 1000), 0)::float as p50_ms,
      coalesce(percentile_disc(0.99) within group (order by extract(epoch from told_at - created_at) * 1000), 0)::float as p99_ms
    from made`,
    [since],
  );
  const [made] = rows;
  if (!made) throw new Error('a count has one row');
  return made;
}

/** Open attempts, and how often they were looked up in all. */
export async function readOpen(client: pg.Client): Promise<{ open: number; look_ups: number }> {
  const { rows } = await client.query<{ open: number; look_ups: number }>(
    `select count(*)::int as open, coalesce(sum(look_ups), 0)::int as look_ups
    from attempts where mode = 'live' and status in ('submitted', 'unknown')`,
  );
  return rows[0] ?? { open: 0, look_ups: 0 };
}

/**
 * Has every open attempt looked up once within a while, evenly, and as far on in the schedule that the next time comes
 * later than that.
 */
export async function spreadLookUps(client: pg.Client, within_s: number, look_ups: number): Promise<void> {
  await client.query(
    `update attempts set look_ups = $1 where mode = 'live' and status in ('submitted', 'unknown')`,
    [look_ups],
  );
  await client.query(
    `update graphile_worker._private_jobs jobs set run_at = now() + random() * $1 * interval '1 second'
    from attempts
    where mode = 'live' and status in ('submitted', 'unknown') and jobs.key = 'follow_attempt:' || attempts.id
      and jobs.locked_at is null`,
    [within_s],
  );
}
