import { type Kysely, sql } from 'kysely';

/**
 * What each API key may do, until when, and from where. Not breaking: processes of the version before go on working,
 * and the keys that they make may do everything, as theirs always could.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements: readonly string[] = [
  // Keys that are there keep what they had: every scope, for ever, from everywhere.
  `alter table api_keys
    add column scopes text[] not null default array['payments:write', 'payments:read', 'payouts:write', 'payouts:read',
      'customers:read', 'operators:read', 'balances:read', 'events:read'],
    add column expires_at timestamptz,
    -- Networks as CIDR; null: from everywhere.
    add column addresses text[],
    -- Of the staff; null for one made by command.
    add column made_by text,
    add constraint api_keys_scopes_some check (cardinality(scopes) > 0),
    add constraint api_keys_addresses_some check (cardinality(addresses) > 0)`,
  // Who made a key stands in the audit log, by the id of before where a person has got another one (0012). That it is
  // copied from there is no change of the key.
  `alter table api_keys disable trigger api_keys_audited`,
  `update api_keys set made_by = coalesce((
      select staff.id from staff
      where staff.merchant_id = made.merchant_id
        and (staff.id = made.author_id or made.author_name = staff.name || ' <' || staff.email || '>')
      order by staff.id = made.author_id desc limit 1
    ), made.author_id)
    from audit_log as made
    where made.merchant_id = api_keys.merchant_id and made.object_type = 'api_key' and made.object_id = api_keys.id
      and made.action = 'created' and made.author_kind = 'staff'`,
  `alter table api_keys enable trigger api_keys_audited`,
];
