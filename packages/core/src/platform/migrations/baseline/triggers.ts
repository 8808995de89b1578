/** What the triggers of append-only tables call. */
export const functions: readonly string[] = [
  `create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only', tg_table_name;
    end $$`,
  // Arguments: the columns that the erasure of a person's data may redact. Whatever else a row says, and that there is a
  // row, stays.
  `create function refuse_change_but_redaction() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and current_setting('guichet.erasing', true) = 'on'
        and to_jsonb(new) - tg_argv::text[] = to_jsonb(old) - tg_argv::text[] then
        return new;
      end if;
      raise exception '% is append-only', tg_table_name;
    end $$`,
];

/**
 * Makes a table one that is only added to.
 *
 * @param redactable columns that may hold what is told about people
 */
export function appendOnly(table: string, ...redactable: readonly string[]): readonly string[] {
  const refuse =
    redactable.length === 0 ? 'refuse_change()' : `refuse_change_but_redaction(${quoted(redactable)})`;
  return [
    `create trigger ${table}_append_only before update or delete on ${table}
      for each row execute function ${refuse}`,
    `create trigger ${table}_not_emptied before truncate on ${table}
      for each statement execute function refuse_change()`,
  ];
}

/** Which changes of a table the audit log keeps, and how; columns are names with a blank between them. */
interface Audited {
  readonly object_type: string;
  /** Column of the object's id. */
  readonly id: string;
  /** Column of the merchant; empty for what belongs to a person, which is told to each merchant that they work for. */
  readonly merchant: string;
  /** Columns that are written as [redacted]. */
  readonly secret?: string;
  /** Columns that say nothing. */
  readonly quiet?: string;
  /** Every change, unless said otherwise. */
  readonly on?: 'insert';
}

/** Has each change of a table written to the audit log. */
export function audited(table: string, { object_type, id, merchant, secret, quiet, on }: Audited): string {
  return `create trigger ${table}_audited after ${on ?? 'insert or update or delete'} on ${table}
    for each row execute function record_change(${quoted([object_type, id, merchant, secret ?? '', quiet ?? ''])})`;
}

function quoted(texts: readonly string[]): string {
  return texts.map((text) => `'${text}'`).join(', ');
}
