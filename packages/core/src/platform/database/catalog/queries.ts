import { sql } from 'kysely';
import type { Connection } from '../connect.ts';

/**
 * Describes the tables and functions of the connection's schema as text, with a line for each column, constraint,
 * index, trigger and setting. Two schemas with the same text accept the same data under the same rules. The order
 * of a table's columns makes no difference and is omitted; so are the migrator's own tables, and the queue's, which
 * are in a different schema.
 */
export async function describeSchema(db: Connection): Promise<string> {
  const { rows } = await sql<{ readonly text: string }>`
    with relation as (
      select oid, relname, relkind, relpersistence, reloptions from pg_class
      where relnamespace = to_regnamespace(current_schema()) and relkind in ('r', 'p', 'v', 'm', 'S')
        and relname not in ('kysely_migration', 'kysely_migration_lock')
        -- Sequences of identity columns are part of their column.
        and not exists (select from pg_depend where objid = pg_class.oid and relkind = 'S' and deptype = 'i')
    ), line (heading, kind, name, text) as (
      select relname, 0, '', concat_ws(' ',
        case relpersistence when 'u' then 'unlogged' end,
        case relkind when 'r' then 'table' when 'p' then 'partitioned table' when 'S' then 'sequence' else 'view' end,
        relname,
        case when reloptions is not null then 'with (' || array_to_string(reloptions, ', ') || ')' end)
      from relation
      union all
      select relname, 1, attname, concat_ws(' ',
        attname,
        format_type(atttypid, atttypmod),
        case when attcollation not in (0, '"default"'::regcollation) then 'collate ' || attcollation::regcollation end,
        case when attnotnull then 'not null' end,
        case when attidentity <> '' then 'identity' end,
        case when attgenerated <> '' then 'generated' when adbin is not null then 'default' end,
        pg_get_expr(adbin, adrelid, true))
      from relation
      join pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = relation.oid and adnum = attnum
      union all
      select relname, 2, conname, 'constraint ' || conname || ' ' || pg_get_constraintdef(pg_constraint.oid, true)
      from relation
      join pg_constraint on conrelid = relation.oid and contype in ('c', 'p', 'u', 'f', 'x')
      union all
      -- Indexes of constraints are part of their constraint.
      select relation.relname, 3, index.relname, pg_get_indexdef(indexrelid, 0, true)
        || case when indisvalid then '' else ' (not valid)' end
      from relation
      join pg_index on indrelid = relation.oid
      join pg_class as index on index.oid = indexrelid
      where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
      union all
      select relname, 4, tgname, pg_get_triggerdef(pg_trigger.oid, true)
        || case when tgenabled = 'O' then '' else ' (disabled)' end
      from relation
      join pg_trigger on tgrelid = relation.oid and not tgisinternal
      union all
      select '~ ' || proname, 5, pg_get_function_identity_arguments(oid), btrim(pg_get_functiondef(oid), E' \n')
      from pg_proc
      where pronamespace = to_regnamespace(current_schema()) and prokind in ('f', 'p')
    )
    -- PostgreSQL writes the name of the schema itself before some names; the contents do not depend on it.
    select replace(case when kind between 1 and 4 then '  ' else '' end || text,
      quote_ident(current_schema()) || '.', '') as text
    from line
    order by heading collate "C", kind, name collate "C"`.execute(db);
  return rows
    .map(({ text }) => `${text.startsWith('  ') ? '' : '\n'}${text}\n`)
    .join('')
    .trimStart();
}
