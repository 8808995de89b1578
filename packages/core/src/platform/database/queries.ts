import { sql } from 'kysely';
import type pg from 'pg';
import type { Connection, Database } from './connect.ts';

/** Lists the migrations applied to a database; none if it is new. Changes nothing. */
export async function listApplied(db: Connection): Promise<readonly string[]> {
  const { rows } = await sql<{ is_new: boolean }>`
    select to_regclass('kysely_migration') is null as is_new`.execute(db);
  if (rows[0]?.is_new !== false) return [];
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return applied.rows.map(({ name }) => name);
}

/**
 * Records one migration as applied and deletes the records of all others, unless another process has already done
 * so.
 */
export async function replaceApplied(tx: Connection, expected: string, name: string): Promise<void> {
  await sql`lock table kysely_migration in exclusive mode`.execute(tx);
  if (!(await listApplied(tx)).includes(expected)) return;
  await sql`delete from kysely_migration`.execute(tx);
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
    tx,
  );
}

/** Runs a function in an empty schema, which is dropped afterwards with its contents. */
export async function inSchemaOfItsOwn<Result>(tx: Connection, run: () => Promise<Result>): Promise<Result> {
  const { rows } = await sql<{ path: string }>`select current_setting('search_path') as path`.execute(tx);
  const use = (path: string) => sql`select set_config('search_path', ${path}, true)`.execute(tx);
  await sql`create schema guichet_to_compare`.execute(tx);
  await use('guichet_to_compare');
  const result = await run();
  await use(rows[0]?.path ?? '');
  await sql`drop schema guichet_to_compare cascade`.execute(tx);
  return result;
}

/** Returns the number of the server process that handles this statement. */
export async function readBackend(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/** Runs a prepared statement by its name, just as repeated statements are run. */
export async function askByName(client: pg.ClientBase, name: string): Promise<void> {
  await client.query({ name, text: 'select $1::int as asked', values: [1] });
}

/** Finds the queue's tables whose rows only their owner sees, regardless of grants. */
const closedTables = sql<{ readonly name: string }>`
  select format('%I.%I', relnamespace::regnamespace, relname) as name from pg_class
  where relnamespace = to_regnamespace('graphile_worker') and relkind = 'r' and relrowsecurity
    and not exists (select from pg_policy where polrelid = pg_class.oid)`;

export async function hasClosedTables(db: Connection): Promise<boolean> {
  const { rows } = await closedTables.execute(db);
  return rows.length > 0;
}

/**
 * Lets every role see the rows of the queue's tables for which it has grants. The queue enables row security
 * without a policy, so the tables look empty to every role but the owner, and a process that serves with another
 * role would never see a job. Access is decided by grants, as for all other tables.
 */
export async function openQueue(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Serializes processes that start at the same time; the second one then has nothing to do.
    await sql`lock table graphile_worker.migrations in share row exclusive mode`.execute(tx);
    const { rows } = await closedTables.execute(tx);
    for (const { name } of rows) {
      await sql`create policy by_grants on ${sql.raw(name)} using (true) with check (true)`.execute(tx);
    }
  });
}

/** A role's rights on our tables and the queue's. */
export interface DatabaseRights {
  readonly role: string;
  /** Whether it can change the schema, which serving never requires. */
  readonly is_owner: boolean;
  /** Sorted names of the tables that it may not read or write, and of the sequences that it may not use. */
  readonly lacking: readonly string[];
}

/** Reads the rights of a connection's role. Tables of migrations need only be readable. */
export async function readDatabaseRights(db: Connection): Promise<DatabaseRights> {
  const { rows } = await sql<DatabaseRights>`
    with relation as (
      select oid, relkind, relowner, relnamespace, relname from pg_class
      where relnamespace in (to_regnamespace(current_schema()), to_regnamespace('graphile_worker'))
        and relkind in ('r', 'p', 'S')
        -- Other applications may have their own tables in the same schema.
        and relowner in (
          select relowner from pg_class
          where oid in (to_regclass('kysely_migration'), to_regclass('graphile_worker.migrations'))
        )
        -- Sequences of identity columns are part of their table.
        and not exists (select from pg_depend where relkind = 'S' and objid = pg_class.oid and deptype = 'i')
    )
    select current_user as role,
      coalesce(bool_or(pg_has_role(relowner, 'usage')), false) as is_owner,
      coalesce(array_agg(
        case when relnamespace = to_regnamespace(current_schema()) then relname::text
          else format('%s.%s', relnamespace::regnamespace, relname) end
        order by relname
      ) filter (where not (
        has_schema_privilege(relnamespace, 'usage')
        and case when relkind = 'S' then has_sequence_privilege(oid, 'usage')
          else has_table_privilege(oid, 'select') and (relname ~ 'migration' or has_table_privilege(oid, 'insert')) end
      )), '{}') as lacking
    from relation`.execute(db);
  return rows[0] ?? { role: '', is_owner: false, lacking: [] };
}

/** The settings that decide how safely PostgreSQL keeps confirmed data. */
export interface Durability {
  readonly fsync: string;
  /** The value in effect for this role and database. */
  readonly synchronous_commit: string;
  readonly synchronous_standby_names: string;
  /** The number of standbys that follow this server now, not counting backup tools. */
  readonly standbys: number;
  /** The number of standbys for which commits never wait. */
  readonly asynchronous: number;
  /** The number of followers about which this role may see nothing: standbys or backup tools. */
  readonly hidden: number;
}

export async function readDurability(db: Connection): Promise<Durability> {
  const { rows } = await sql<Durability>`
    with followers as materialized (
      select state, sync_state from pg_stat_replication
      -- The tools that copy a server or archive its log cannot be failed over to. Every role sees the names.
      where state is distinct from 'backup' and application_name not in ('pg_basebackup', 'pg_receivewal')
    )
    select
      current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('synchronous_standby_names') as synchronous_standby_names,
      (select count(*)::int from followers where state is not null) as standbys,
      (select count(*)::int from followers where sync_state = 'async') as asynchronous,
      (select count(*)::int from followers where state is null) as hidden`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('PostgreSQL did not return its durability settings');
  return row;
}
