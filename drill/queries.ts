import pg from 'pg';

/** Runs one query over its own connection. */
export async function ask<Row extends object>(
  database_url: string,
  text: string,
  values: readonly unknown[] = [],
) {
  const client = new pg.Client({ connectionString: database_url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Row>(text, [...values]);
    return rows;
  } finally {
    await client.end();
  }
}

/** Backs up a running cluster with `copy`. @returns the text of its `backup_label` */
export async function backUp(database_url: string, copy: () => Promise<void>): Promise<string> {
  const client = new pg.Client({ connectionString: database_url });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('drill', true)`);
    await copy();
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    );
    return rows[0]?.labelfile ?? '';
  } finally {
    await client.end();
  }
}

/** Makes commits wait for the standby, and returns once the standby is in sync. */
export async function requireStandby(database_url: string): Promise<void> {
  await ask(database_url, `alter system set synchronous_standby_names = 'standby'`);
  await ask(database_url, 'select pg_reload_conf()');
  for (;;) {
    const rows = await ask(database_url, `select 1 from pg_stat_replication where sync_state = 'sync'`);
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Promotes a standby. From then on, its commits do not wait for a standby until it has one of its own. */
export async function promote(database_url: string): Promise<void> {
  await ask(database_url, `select pg_promote(true, 60)`);
  await ask(database_url, `alter system reset synchronous_standby_names`);
  await ask(database_url, 'select pg_reload_conf()');
}

/** An attempt, payout or refund whose outcome is still unknown. */
export interface Open {
  readonly reference: string;
  /** Whether the service has called the provider or was about to; if not, it has yet to send the request. */
  readonly is_sent: boolean;
}

/** Lists the attempts, payouts and refunds whose outcome is still unknown. */
export function readOpen(database_url: string): Promise<Open[]> {
  return ask<Open>(
    database_url,
    `select reference::text, true as is_sent from attempts where status in ('created', 'submitted', 'unknown')
     union all select reference::text, status = 'processing' from payouts where status in ('pending', 'processing')
     union all select reference::text, status = 'processing' from refunds where status in ('pending', 'processing')`,
  );
}

export interface Known {
  readonly id: string;
  readonly status: string;
  readonly amount_minor: string;
}

export function readKnown(database_url: string, table: 'payments' | 'payouts'): Promise<Known[]> {
  return ask<Known>(database_url, `select id, status, amount_minor::text from ${table} where mode = 'live'`);
}

/** Reads the references of everything that has moved money according to the database. */
export async function readPaidReferences(database_url: string): Promise<string[]> {
  const rows = await ask<{ reference: string }>(
    database_url,
    `select reference::text from attempts where status = 'success'
     union all select reference::text from payouts where status = 'success'
     union all select reference::text from refunds where status = 'success'`,
  );
  return rows.map(({ reference }) => reference);
}

/** Lists the newest paid payments that were created since a time. */
export async function readNewestPaid(database_url: string, since: Date, limit: number): Promise<string[]> {
  const rows = await ask<{ id: string }>(
    database_url,
    `select id from payments where mode = 'live' and status = 'success' and created_at > $1
     order by created_at desc limit $2`,
    [since, limit],
  );
  return rows.map(({ id }) => id);
}

/** Reads the database's clock. */
export async function readTime(database_url: string): Promise<Date> {
  const rows = await ask<{ now: Date }>(database_url, 'select clock_timestamp() as now');
  return rows[0]?.now ?? new Date(Number.NaN);
}

/** Reads the amount that the provider holds for the merchants according to the ledger, in minor units. */
export async function readClearing(database_url: string): Promise<bigint> {
  const rows = await ask<{ sum: string }>(
    database_url,
    `select coalesce(sum(amount_minor), 0)::text as sum from ledger_entries where account like 'operator_clearing:%'`,
  );
  return BigInt(rows[0]?.sum ?? '0');
}

/**
 * Backdates all open attempts, payouts and refunds by twenty minutes, so that other workers inquire about
 * them immediately.
 */
export async function age(database_url: string): Promise<void> {
  for (const table of ['attempts', 'payouts', 'refunds']) {
    await ask(
      database_url,
      `update ${table} set created_at = created_at - interval '20 minutes' where status not in ('success', 'failed')`,
    );
  }
  await ask(database_url, `update graphile_worker._private_jobs set run_at = now() where run_at > now()`);
}
