import { type Kysely, sql } from 'kysely';

/**
 * Lets the erasure of a person's data redact what is otherwise only added to. Not breaking: processes of the version
 * before go on working.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Tables that are only added to, and their columns that may hold what is told about people. */
const redactable: Readonly<Record<string, string>> = {
  events: 'body',
  attempt_transitions: 'raw',
  payout_transitions: 'raw',
  refund_transitions: 'raw',
  resolutions: 'note proof',
  audit_log: 'before after',
};

const statements: readonly string[] = [
  // Arguments: the columns that may be redacted. Whatever else a row says, and that there is a row, stays.
  `create function refuse_change_but_redaction() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and current_setting('guichet.erasing', true) = 'on'
        and to_jsonb(new) - tg_argv::text[] = to_jsonb(old) - tg_argv::text[] then
        return new;
      end if;
      raise exception '% is append-only', tg_table_name;
    end $$`,
  // What was said to providers is forgotten by its age.
  'create index operator_calls_oldest on operator_calls using brin (created_at)',
  // What is left of a callback that nothing proves.
  'alter table callbacks add column body_bytes integer',
  ...Object.entries(redactable).map(
    ([table, columns]) => `create or replace trigger ${table}_append_only before update or delete on ${table}
      for each row execute function refuse_change_but_redaction(${columns
        .split(' ')
        .map((column) => `'${column}'`)
        .join(', ')})`,
  ),
];
