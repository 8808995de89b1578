import type pg from 'pg';

/** The numbers of paid payments, of emitted success events, and of expired sessions. */
export interface Done {
  readonly paid: number;
  readonly expired: number;
  readonly told: number;
}

export async function readDone(client: pg.Client): Promise<Done> {
  const { rows } = await client.query<Done>(
    `select (select count(*)::int from payments where status = 'success') as paid,
      (select count(*)::int from checkout_sessions where status = 'expired') as expired,
      (select count(*)::int from events where type = 'payment.successful') as told`,
  );
  const [done] = rows;
  if (!done) throw new Error('a count has one row');
  return done;
}

/**
 * Returns whether there are callbacks to be processed or sessions to be marked as expired; cheap enough for
 * polling.
 */
export async function isBusy(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_busy: boolean }>(
    `select exists (select from checkout_sessions where ended_at is null and expires_at <= now())
      or exists (select from graphile_worker._private_jobs where key like 'take_callback:%') as is_busy`,
  );
  return rows[0]?.is_busy === true;
}

/** Reads the account and the amount of an open attempt with Wave. */
export async function readAsked(client: pg.Client): Promise<{ account_id: string; charged_minor: string }> {
  const { rows } = await client.query<{ account_id: string; charged_minor: string }>(
    `select account_id, charged_minor::text as charged_minor
    from attempts where status = 'submitted' and connector = 'wave' limit 1`,
  );
  const [asked] = rows;
  if (!asked) throw new Error('no attempt is open');
  return asked;
}

/**
 * Inserts sessions that all expire at one moment, with their payments, as copies of the newest pending payment.
 *
 * @param seed different each time
 */
export async function insertPassing(
  client: pg.Client,
  { seed, count, expires_at }: { readonly seed: string; readonly count: number; readonly expires_at: Date },
): Promise<void> {
  await client.query('begin');
  await client.query(
    `create temporary table drafts on commit drop as
    select p.merchant_id, p.id as like_payment, p.session_token as like_token,
      'pay_' || upper(substr(md5($1 || nth), 1, 26)) as payment_id,
      substr(md5($1 || nth) || md5($1 || nth), 1, 43) as token
    from generate_series(1, $2::int) as nth,
      (select * from payments where status = 'pending' order by created_at desc limit 1) as p`,
    [seed, count],
  );
  await client.query(
    `insert into payments
    select (jsonb_populate_record(p, jsonb_build_object('id', d.payment_id, 'session_token', d.token))).*
    from drafts d join payments p on p.merchant_id = d.merchant_id and p.id = d.like_payment`,
  );
  await client.query(
    `insert into checkout_sessions
    select (jsonb_populate_record(s, jsonb_build_object(
      'token', d.token, 'payment_id', d.payment_id, 'expires_at', $1::timestamptz
    ))).*
    from drafts d join checkout_sessions s on s.merchant_id = d.merchant_id and s.token = d.like_token`,
    [expires_at.toISOString()],
  );
  // Autovacuum would do this within a minute.
  await client.query('analyze payments, checkout_sessions');
  await client.query('commit');
}

/** Reads the seconds between the first and the last session that were marked as expired since a given time. */
export async function readExpirySpan(client: pg.Client, since: Date): Promise<number> {
  const { rows } = await client.query<{ span_s: number }>(
    `select extract(epoch from max(ended_at) - min(ended_at))::float as span_s
    from checkout_sessions where status = 'expired' and ended_at >= $1`,
    [since],
  );
  return rows[0]?.span_s ?? Number.NaN;
}
