import { sql } from 'kysely';
import type { Connection } from '../database/connect.ts';
import type { InstallationSecretTable } from '../database/tables/installation.ts';

/**
 * The columns with encrypted texts, each with the key of its table. Those with texts that {@link dropText}
 * can drop are last: nothing is dropped if a text of an earlier column cannot be decrypted.
 */
const sealed_columns = {
  installation_secrets: { column: 'secret_sealed', key: ['name'] },
  webhook_secrets: { column: 'secret_sealed', key: ['merchant_id', 'endpoint_id', 'id'] },
  connector_accounts: { column: 'config_sealed', key: ['merchant_id', 'id'] },
  past_account_settings: { column: 'config_sealed', key: ['merchant_id', 'account_id', 'address_revision'] },
  receipt_keys: { column: 'private_sealed', key: ['id'] },
  callbacks: { column: 'headers_sealed', key: ['merchant_id', 'account_id', 'id'] },
} as const;

export type SealedTable = keyof typeof sealed_columns;
export const sealed_tables = Object.keys(sealed_columns) as readonly SealedTable[];

/** An encrypted text and the key of its row. */
export interface Sealed {
  /** The key of the row, in the order of its columns. */
  readonly key: readonly string[];
  readonly sealed: string;
}

/**
 * Locks, until the transaction ends, some texts that were encrypted with an earlier key. Waits for rows that
 * another transaction has locked.
 *
 * @param after the key of the last text of the previous batch; empty for the first batch
 */
export async function lockOldTexts(
  tx: Connection,
  table: SealedTable,
  options: { readonly current_prefix: string; readonly after: readonly string[]; readonly limit: number },
): Promise<readonly Sealed[]> {
  const { column, key } = sealed_columns[table];
  const row = rowOf(key);
  const after = options.after.length === 0 ? sql`true` : sql`(${row}) > (${sql.join([...options.after])})`;
  const { rows } = await sql<Sealed>`
    select array[${row}] as key, ${sql.ref(column)} as sealed
    from ${sql.table(table)}
    where not starts_with(${sql.ref(column)}, ${options.current_prefix}) and ${after}
    order by ${row}
    limit ${options.limit}
    for update`.execute(tx);
  return rows;
}

/** Returns the columns of a key as texts. For text columns, PostgreSQL removes the cast and uses the index. */
function rowOf(key: readonly string[]) {
  return sql.join(key.map((name) => sql`${sql.ref(name)}::text`));
}

/** Replaces an encrypted text with another encryption of the same plain text. Nothing else in the row changes. */
export async function replaceText(tx: Connection, table: SealedTable, text: Sealed): Promise<void> {
  const { column, key } = sealed_columns[table];
  const row = rowOf(key);
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${text.sealed}
    where (${row}) = (${sql.join([...text.key])})`.execute(tx);
}

/**
 * Drops a text that no key decrypts, if nobody can enter it again: earlier settings of an account are deleted, the
 * headers of a callback are replaced by `empty`, and a key that signs receipts is retired, so that the next receipt
 * creates another.
 *
 * @returns false for a text that has to be entered or generated again; it is not changed
 */
export async function dropText(
  tx: Connection,
  table: SealedTable,
  { key, empty }: { readonly key: readonly string[]; readonly empty: string },
): Promise<boolean> {
  if (table === 'callbacks') await replaceText(tx, table, { key, sealed: empty });
  else if (table === 'past_account_settings') {
    const row = rowOf(sealed_columns[table].key);
    await sql`delete from past_account_settings where (${row}) = (${sql.join([...key])})`.execute(tx);
  } else if (table === 'receipt_keys') {
    await sql`update receipt_keys set private_sealed = null, replaced_at = clock_timestamp()
      where id = ${key[0]}`.execute(tx);
  } else return false;
  return true;
}

/** Counts texts that were encrypted with an earlier key. */
export async function countOldTexts(db: Connection, current_prefix: string): Promise<number> {
  const counts = sealed_tables.map((table) => {
    const { column } = sealed_columns[table];
    return sql`select count(*) as count from ${sql.table(table)}
      where not starts_with(${sql.ref(column)}, ${current_prefix})`;
  });
  const { rows } = await sql<{ count: string | bigint }>`
    select sum(count)::bigint as count from (${sql.join(counts, sql` union all `)}) as counts`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/**
 * Returns one encrypted text from each column, for testing the keys: one that was encrypted with an earlier key, if
 * there is any.
 */
export async function sampleTexts(db: Connection, current_prefix: string): Promise<readonly string[]> {
  const samples = sealed_tables.map((table) => {
    const { column } = sealed_columns[table];
    return sql`(select ${sql.ref(column)} as sealed from ${sql.table(table)}
      where ${sql.ref(column)} is not null
      order by starts_with(${sql.ref(column)}, ${current_prefix}) limit 1)`;
  });
  const { rows } = await sql<{ sealed: string }>`${sql.join(samples, sql` union all `)}`.execute(db);
  return rows.map(({ sealed }) => sealed);
}

/** @returns the encrypted text; undefined before there is one */
export async function findSecret(db: Connection, name: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('installation_secrets')
    .select('secret_sealed')
    .where('name', '=', name)
    .executeTakeFirst();
  return found?.secret_sealed;
}

/** @returns the stored secret, which another process may have inserted first */
export async function insertSecret(db: Connection, secret: InstallationSecretTable): Promise<string> {
  await db
    .insertInto('installation_secrets')
    .values(secret)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findSecret(db, secret.name)) ?? secret.secret_sealed;
}

/** Replaces an encrypted text, unless another process has already done so. */
export async function replaceSecret(
  db: Connection,
  { name, from, to }: { name: string; from: string; to: string },
): Promise<void> {
  await db
    .updateTable('installation_secrets')
    .set({ secret_sealed: to })
    .where('name', '=', name)
    .where('secret_sealed', '=', from)
    .execute();
}
