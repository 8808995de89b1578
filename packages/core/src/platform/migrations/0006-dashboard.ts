import { type Kysely, sql } from 'kysely';
import { statements as developer_statements } from './0006-developers.ts';
import { statements as payment_statements } from './0006-payments.ts';
import { statements as payout_statements } from './0006-payouts.ts';

/**
 * Staff, their roles and invitations, and the audit log, which is written by the database itself: whoever changes a
 * row cannot forget it. Not breaking: processes of the version before go on working.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  for (const statement of developer_statements) await sql.raw(statement).execute(db);
  for (const statement of payment_statements) await sql.raw(statement).execute(db);
  for (const statement of payout_statements) await sql.raw(statement).execute(db);
}

const statements = [
  // People and how they prove who they are, as the sign-in library keeps them (docs/decisions).
  `create table staff (
    id text primary key,
    name text not null,
    email text not null unique,
    email_verified boolean not null,
    image text,
    two_factor_enabled boolean default false,
    language text check (language in ('en', 'fr')),
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create table staff_sessions (
    id text primary key,
    user_id text not null references staff on delete cascade,
    token text not null unique,
    expires_at timestamptz not null,
    ip_address text,
    user_agent text,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create index staff_sessions_user on staff_sessions (user_id)`,
  `create table staff_accounts (
    id text primary key,
    user_id text not null references staff on delete cascade,
    account_id text not null,
    provider_id text not null,
    access_token text,
    refresh_token text,
    id_token text,
    access_token_expires_at timestamptz,
    refresh_token_expires_at timestamptz,
    scope text,
    password text,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create index staff_accounts_user on staff_accounts (user_id)`,
  `create table staff_verifications (
    id text primary key,
    identifier text not null,
    value text not null,
    expires_at timestamptz not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create index staff_verifications_identifier on staff_verifications (identifier)`,
  `create table staff_two_factors (
    id text primary key,
    user_id text not null references staff on delete cascade,
    secret text not null,
    backup_codes text not null,
    verified boolean default true,
    failed_verification_count integer default 0,
    locked_until timestamptz
  )`,
  `create index staff_two_factors_user on staff_two_factors (user_id)`,
  `create table staff_passkeys (
    id text primary key,
    user_id text not null references staff on delete cascade,
    name text,
    public_key text not null,
    credential_id text not null,
    counter integer not null,
    device_type text not null,
    backed_up boolean not null,
    transports text,
    aaguid text,
    created_at timestamptz
  )`,
  `create index staff_passkeys_user on staff_passkeys (user_id)`,
  `create index staff_passkeys_credential on staff_passkeys (credential_id)`,
  `create table staff_password_links (
    -- SHA-256 of the token in the link.
    token_hash bytea primary key,
    user_id text not null references staff on delete cascade,
    clears_factors boolean not null,
    made_by text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index staff_password_links_user on staff_password_links (user_id)`,
  `create table staff_used_codes (
    user_id text not null references staff on delete cascade,
    code text not null,
    used_at timestamptz not null,
    primary key (user_id, code)
  )`,
  `create table staff_secrets (name text primary key, secret_sealed text not null)`,

  `create table members (
    merchant_id text not null references merchants,
    user_id text not null references staff on delete cascade,
    role text not null check (role in ('owner', 'admin', 'developer', 'finance', 'support', 'viewer')),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (merchant_id, user_id)
  )`,
  `create index members_user on members (user_id)`,
  `create table invitations (
    merchant_id text not null references merchants,
    id text not null,
    email text not null,
    role text not null check (role in ('owner', 'admin', 'developer', 'finance', 'support', 'viewer')),
    -- SHA-256 of the token in the link.
    token_hash bytea not null unique,
    invited_by text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    accepted_at timestamptz,
    accepted_by text,
    revoked_at timestamptz,
    primary key (merchant_id, id)
  )`,

  `create table audit_log (
    merchant_id text not null,
    position bigint generated always as identity,
    at timestamptz not null default clock_timestamp(),
    -- staff, command or service
    author_kind text not null,
    author_id text,
    author_name text,
    address text,
    request_id text,
    action text not null check (action in ('created', 'changed', 'deleted')),
    object_type text not null,
    object_id text not null,
    mode text check (mode in ('test', 'live')),
    -- What was and what is now, of a change only what differs; secrets as [redacted].
    before jsonb,
    after jsonb,
    primary key (merchant_id, position)
  )`,
  `create index audit_log_object on audit_log (merchant_id, object_type, object_id, position)`,
  `create index audit_log_author on audit_log (merchant_id, author_id, position)`,
  `create trigger audit_log_append_only before update or delete on audit_log
    for each row execute function refuse_change()`,
  `create trigger audit_log_not_emptied before truncate on audit_log
    for each statement execute function refuse_change()`,
  // Arguments: kind of object, columns of its id and of its merchant, columns that are secret, columns that say nothing.
  // What belongs to a person, and to no merchant, is told to each merchant that they work for.
  `create function record_change() returns trigger language plpgsql as $$
  declare
    author jsonb := coalesce(nullif(current_setting('guichet.author', true), ''), '{"kind": "service"}')::jsonb;
    secret_columns text[] := string_to_array(tg_argv[3], ' ');
    quiet_columns text[] := string_to_array(tg_argv[4], ' ');
    old_row jsonb;
    new_row jsonb;
    one_row jsonb;
    column_name text;
  begin
    if tg_op <> 'INSERT' then old_row := to_jsonb(old) - quiet_columns; end if;
    if tg_op <> 'DELETE' then new_row := to_jsonb(new) - quiet_columns; end if;
    one_row := coalesce(to_jsonb(new), to_jsonb(old));
    if tg_op = 'UPDATE' then
      for column_name in select jsonb_object_keys(new_row) loop
        if old_row -> column_name is not distinct from new_row -> column_name then
          old_row := old_row - column_name;
          new_row := new_row - column_name;
        end if;
      end loop;
      if new_row = '{}'::jsonb then return null; end if;
    end if;
    foreach column_name in array secret_columns loop
      if jsonb_typeof(old_row -> column_name) <> 'null' then
        old_row := jsonb_set(old_row, array[column_name], '"[redacted]"');
      end if;
      if jsonb_typeof(new_row -> column_name) <> 'null' then
        new_row := jsonb_set(new_row, array[column_name], '"[redacted]"');
      end if;
    end loop;
    insert into audit_log (merchant_id, author_kind, author_id, author_name, address, request_id, action, object_type,
      object_id, mode, before, after)
    select told.merchant_id, author ->> 'kind', author ->> 'id', author ->> 'name', author ->> 'address',
      author ->> 'request_id',
      case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'changed' else 'deleted' end,
      tg_argv[0], one_row ->> tg_argv[1], one_row ->> 'mode', old_row, new_row
    from (
      select one_row ->> tg_argv[2] as merchant_id where tg_argv[2] <> ''
      union all
      select members.merchant_id from members
      where tg_argv[2] = '' and user_id = coalesce(one_row ->> 'user_id', one_row ->> 'id')
    ) as told;
    return null;
  end $$`,
  ...[
    ['merchants', 'merchant', 'id', 'id', '', ''],
    ['api_keys', 'api_key', 'id', 'merchant_id', '', 'hash last_used_at'],
    ['routing_rules', 'routing_rule', 'operator', 'merchant_id', '', 'updated_at'],
    [
      'connector_accounts',
      'connector_account',
      'id',
      'merchant_id',
      'config_sealed',
      'updated_at checked_at',
    ],
    ['webhook_endpoints', 'webhook_endpoint', 'id', 'merchant_id', '', 'updated_at'],
    ['webhook_secrets', 'webhook_secret', 'endpoint_id', 'merchant_id', 'secret_sealed', ''],
    ['members', 'member', 'user_id', 'merchant_id', '', 'updated_at'],
    ['invitations', 'invitation', 'id', 'merchant_id', '', 'token_hash'],
    ['staff', 'person', 'id', '', '', 'email_verified image language updated_at'],
    [
      'staff_accounts',
      'password',
      'user_id',
      '',
      'password',
      'id account_id provider_id access_token refresh_token id_token access_token_expires_at refresh_token_expires_at ' +
        'scope created_at updated_at',
    ],
    [
      'staff_two_factors',
      'second_factor',
      'user_id',
      '',
      'secret backup_codes',
      'id failed_verification_count locked_until',
    ],
    ['staff_passkeys', 'passkey', 'id', '', 'public_key credential_id', 'counter transports aaguid'],
    ['staff_password_links', 'password_link', 'user_id', '', '', 'token_hash'],
  ].map(
    ([table, ...rest]) => `create trigger ${table}_audited
      after insert or update or delete on ${table} for each row
      execute function record_change(${rest.map((text) => `'${text}'`).join(', ')})`,
  ),
];
