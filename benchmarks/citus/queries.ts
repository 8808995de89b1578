import type pg from 'pg';

/** Small tables that are read together with the rows of any merchant, so that every node has a copy. */
const reference_tables = [
  'merchants',
  'merchant_logos',
  'api_keys',
  'routing_rules',
  'connector_accounts',
  'past_account_settings',
  'webhook_endpoints',
  'webhook_secrets',
  'webhook_endpoint_health',
  'sandbox_transactions',
  'operator_circuits',
  'recoveries',
];

/** Tables sharded by `merchant_id`, so that all rows of a merchant are on one node. */
const distributed_tables = [
  ...['payments', 'checkout_sessions', 'attempts', 'payment_transitions', 'attempt_transitions'],
  ...['customers', 'customer_payments'],
  ...['events', 'webhook_deliveries', 'webhook_attempts', 'callbacks', 'operator_calls', 'idempotency_keys'],
  ...['ledger_transactions', 'ledger_entries', 'balances', 'balance_changes', 'balance_hours'],
  ...['payouts', 'payout_transitions', 'refunds', 'refund_transitions', 'resolutions'],
  ...['payment_days', 'payment_days_progress', 'api_requests'],
];

/**
 * Replacements for the unique keys that do not include the merchant, because a distributed table enforces
 * uniqueness only within a node.
 */
const narrower_keys = [
  'drop index attempts_reference',
  'create unique index attempts_reference on attempts (reference, merchant_id)',
  'drop index payouts_reference',
  'create unique index payouts_reference on payouts (reference, merchant_id)',
  'alter table refunds drop constraint refunds_reference_key, add unique (reference, merchant_id)',
  'alter table balance_changes drop constraint balance_changes_pkey, add primary key (id, merchant_id)',
];

/**
 * @returns the version of Citus and its number of workers; null if the extension is not installed in this database
 */
export async function readCluster(
  client: pg.ClientBase,
): Promise<{ version: string; workers: number } | null> {
  const installed = await client.query(`select from pg_extension where extname = 'citus'`);
  if (installed.rowCount === 0) return null;
  const { rows } = await client.query<{ version: string; workers: number }>(
    `select split_part(citus_version(), ' on ', 1) as version,
      (select count(*)::int from pg_dist_node where noderole = 'primary' and groupid > 0) as workers`,
  );
  return rows[0] ?? null;
}

/** Whether an earlier run has already sharded the service's tables. */
export async function isDistributed(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_dist_partition where logicalrelid = to_regclass('payments')`,
  );
  return rowCount !== null && rowCount > 0;
}

/**
 * Shards the service's tables by merchant. Drops the triggers that cannot work on a shard: the audit log is only on
 * the coordinator, and the check that the ledger balances refers to a table whose name is different on a shard.
 *
 * @returns the foreign keys that the cluster refused, each with its error message
 */
export async function distribute(client: pg.ClientBase): Promise<string[]> {
  const tables = [...reference_tables, ...distributed_tables];
  const triggers = await client.query<{ statement: string }>(
    `select format('drop trigger %I on %s', tgname, tgrelid::regclass) as statement
    from pg_trigger
    where tgrelid = any ($1::regclass[]) and not tgisinternal
      and (tgname like '%\\_audited' or tgname = 'ledger_entries_balance')`,
    [tables],
  );
  const keys = await client.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint
    where contype = 'f' and (conrelid = any ($1::regclass[]) or confrelid = any ($1::regclass[]))`,
    [tables],
  );
  for (const { statement } of triggers.rows) await client.query(statement);
  for (const { drop } of keys.rows) await client.query(drop);
  for (const statement of narrower_keys) await client.query(statement);
  for (const table of reference_tables) await client.query('select create_reference_table($1)', [table]);
  for (const table of distributed_tables) {
    await client.query(`select create_distributed_table($1, 'merchant_id', colocate_with => $2)`, [
      table,
      table === 'payments' ? 'none' : 'payments',
    ]);
  }
  const refused: string[] = [];
  for (const { add } of keys.rows) {
    await client.query(add).catch((error: Error) => refused.push(`${add}: ${error.message}`));
  }
  return refused;
}
