import { isMerchantId } from '@guichet/kernel/ids';
import type pg from 'pg';

/** A copy of a merchant's rows and of the job queue, as they were at one moment. */
export interface Copy {
  /** Copies what is committed, replacing an earlier copy. */
  take(): Promise<void>;
  /** Restores the copy: what was committed since is lost. No transaction may be open. */
  putBack(): Promise<void>;
}

interface Table {
  readonly name: string;
  readonly copy: string;
  /** The condition for the rows that are copied. */
  readonly where: string;
  /** The columns that are not generated. */
  readonly columns: string;
}

const tables_sql = `
select table_schema || '.' || table_name as name, table_name as bare,
  string_agg(quote_ident(column_name), ', ' order by ordinal_position) filter (where is_generated = 'NEVER') as columns
from information_schema.columns join information_schema.tables using (table_schema, table_name)
where table_type = 'BASE TABLE'
  and (table_schema = 'public' or (table_schema = 'graphile_worker' and table_name = '_private_jobs'))
group by table_schema, table_name
having table_schema = 'graphile_worker' or bool_or(column_name = 'merchant_id') order by 1`;

const prepared = new WeakMap<pg.Pool, Promise<readonly Omit<Table, 'where'>[]>>();

/** Creates a second table for each table that is copied, once per database. */
async function prepare(pool: pg.Pool): Promise<readonly Omit<Table, 'where'>[]> {
  const { rows } = await pool.query<{ name: string; bare: string; columns: string }>(tables_sql);
  const tables = rows.map(({ name, bare, columns }) => ({ name, columns, copy: `one_copy.${bare}` }));
  const beside = tables.map(({ name, copy }) => `create unlogged table if not exists ${copy} (like ${name})`);
  await pool.query(['create schema if not exists one_copy', ...beside].join(';'));
  return tables;
}

/**
 * Prepares copies of one merchant's rows, because a database of many histories cannot be restored as a whole.
 * The queue is copied completely: it contains only the jobs of the current history.
 */
export async function makeCopy(pool: pg.Pool, merchant_id: string): Promise<Copy> {
  if (!isMerchantId(merchant_id)) throw new Error(`${merchant_id} is not the id of a merchant`);
  const preparing = prepared.get(pool) ?? prepare(pool);
  prepared.set(pool, preparing);
  const tables = (await preparing).map(
    (table): Table => ({
      ...table,
      where: table.name.startsWith('public.') ? `where merchant_id = '${merchant_id}'` : '',
    }),
  );
  const run = (statements: readonly string[]) => pool.query(statements.join(';'));
  return {
    take: async () => {
      await run([
        'begin isolation level repeatable read',
        ...tables.map(({ copy }) => `delete from ${copy}`),
        ...tables.map(({ name, copy, where }) => `insert into ${copy} select * from ${name} ${where}`),
        'commit',
      ]);
    },
    putBack: async () => {
      await run([
        'begin',
        // Disables triggers and foreign keys, because these are not the service's writes.
        'set local session_replication_role = replica',
        ...tables.map(({ name, where }) => `delete from ${name} ${where}`),
        ...tables.map(
          ({ name, copy, columns }) =>
            `insert into ${name} (${columns}) overriding system value select ${columns} from ${copy}`,
        ),
        'commit',
      ]);
    },
  };
}
