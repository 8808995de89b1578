/** Functions for the triggers of append-only tables. */
export const functions: readonly string[] = [
  `create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only', tg_table_name;
    end $$`,
  // Arguments: the columns that the erasure of personal data may redact. The other columns and the row itself
  // cannot be changed or deleted.
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
 * Makes a table append-only.
 *
 * @param redactable columns that may hold personal data
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

/** The changes of a table that the audit log records. Column names in a list are separated by blanks. */
interface Audited {
  readonly object_type: string;
  /** Column of the object's id. */
  readonly id: string;
  /**
   * Column of the merchant; empty for a person's own row, which is logged for each merchant that they work for;
   * `*` for a table that concerns every merchant.
   */
  readonly merchant: string;
  /** Columns recorded as [redacted]. */
  readonly secret?: string;
  /** Columns whose changes are not recorded. */
  readonly quiet?: string;
  /** The recorded kind of change; all kinds when omitted. */
  readonly on?: 'insert';
}

/** Makes a trigger that records each change of a table in the audit log. */
export function audited(table: string, { object_type, id, merchant, secret, quiet, on }: Audited): string {
  return `create trigger ${table}_audited after ${on ?? 'insert or update or delete'} on ${table}
    for each row execute function record_change(${quoted([object_type, id, merchant, secret ?? '', quiet ?? ''])})`;
}

function quoted(texts: readonly string[]): string {
  return texts.map((text) => `'${text}'`).join(', ');
}
