import type pg from 'pg';

/** Counts the open attempts and all their inquiries. */
export async function readOpen(client: pg.Client): Promise<{ open: number; inquiries: number }> {
  const { rows } = await client.query<{ open: number; inquiries: number }>(
    `select count(*)::int as open, coalesce(sum(inquiries), 0)::int as inquiries
    from attempts where mode = 'live' and status in ('submitted', 'unknown')`,
  );
  return rows[0] ?? { open: 0, inquiries: 0 };
}

/** An attempt that has been open for a while. */
export interface OpenAttempt {
  readonly reference: string;
  readonly created_at: Date;
  readonly inquiries: number;
  /** The time of the next inquiry. */
  readonly due_at: Date;
}

/**
 * Writes open attempts with their payments, sessions and jobs, as copies of the newest open attempt except for the
 * given values.
 */
export async function insertOpen(client: pg.Client, attempts: readonly OpenAttempt[]): Promise<void> {
  const texts = (pick: (attempt: OpenAttempt) => string) => attempts.map(pick);
  await client.query(
    `create temporary table drafts as
    select a.merchant_id, a.id as like_attempt, a.payment_id as like_payment, p.session_token as like_token,
      'pay_' || upper(substr(md5(d.reference), 1, 26)) as payment_id,
      'att_' || upper(substr(md5(d.reference), 1, 26)) as attempt_id,
      substr(md5(d.reference) || md5(d.reference), 1, 43) as token, d.*
    from unnest($1::text[], $2::timestamptz[], $3::int[], $4::timestamptz[])
      as d (reference, created_at, inquiries, due_at),
      (select * from attempts where mode = 'live' and status = 'submitted' order by created_at desc limit 1) as a
      join payments p on p.merchant_id = a.merchant_id and p.id = a.payment_id`,
    [
      texts(({ reference }) => reference),
      texts(({ created_at }) => created_at.toISOString()),
      attempts.map(({ inquiries }) => inquiries),
      texts(({ due_at }) => due_at.toISOString()),
    ],
  );
  const copies: readonly [table: string, key: string, likeness: string, changes: string][] = [
    ['payments', 'id', 'like_payment', `'id', d.payment_id, 'session_token', d.token`],
    ['checkout_sessions', 'token', 'like_token', `'token', d.token, 'payment_id', d.payment_id`],
    [
      'attempts',
      'id',
      'like_attempt',
      `'id', d.attempt_id, 'payment_id', d.payment_id, 'reference', d.reference, 'inquiries', d.inquiries`,
    ],
  ];
  for (const [table, key, likeness, changes] of copies) {
    await client.query(
      `insert into ${table}
      select (jsonb_populate_record(t, jsonb_build_object(${changes}, 'created_at', d.created_at))).*
      from drafts d join ${table} t on t.merchant_id = d.merchant_id and t.${key} = d.${likeness}`,
    );
  }
  await client.query(
    `insert into graphile_worker._private_jobs (task_id, payload, run_at, key)
    select t.id, json_build_object('merchant_id', d.merchant_id, 'attempt_id', d.attempt_id), d.due_at,
      'follow_attempt:' || d.attempt_id
    from drafts d, graphile_worker._private_tasks t where t.identifier = 'follow_attempt'`,
  );
  await client.query('drop table drafts');
  // Autovacuum would do this within a minute.
  await client.query('analyze');
}

/** Moves the inquiries about all open attempts to a later or earlier time. */
export async function moveInquiries(client: pg.Client, by_s: number): Promise<void> {
  await client.query(
    `update graphile_worker._private_jobs set run_at = run_at + $1 * interval '1 second'
    where key like 'follow_attempt:%' and locked_at is null`,
    [by_s],
  );
}

/** Sets the inquiries about all open attempts to be due now, as after an outage. */
export async function makeAllDue(client: pg.Client): Promise<void> {
  await client.query(
    `update graphile_worker._private_jobs set run_at = now() where key like 'follow_attempt:%' and locked_at is null`,
  );
}
