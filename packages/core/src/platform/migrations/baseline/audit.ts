import { appendOnly } from './triggers.ts';

/** The audit log, written by the database itself, so that no change can be forgotten. */
export const audit: readonly string[] = [
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
    -- The old and the new values, for a change only those that differ; secrets as [redacted].
    before jsonb,
    after jsonb,
    primary key (merchant_id, position)
  )`,
  `create index audit_log_object on audit_log (merchant_id, object_type, object_id, position)`,
  `create index audit_log_author on audit_log (merchant_id, author_id, position)`,
  `create index audit_log_at on audit_log (merchant_id, at)`,
  `create index audit_log_type on audit_log (merchant_id, object_type, position)`,
  `create index audit_log_action on audit_log (merchant_id, action, position)`,
  ...appendOnly('audit_log', 'before', 'after'),
  // Arguments: kind of object, columns of its id and of its merchant, secret columns, insignificant columns.
  // A person's own row, which has no merchant, is logged for the merchants that they work for.
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
      select one_row ->> tg_argv[2] as merchant_id where tg_argv[2] not in ('', '*')
      union all
      select id from merchants where tg_argv[2] = '*'
      union all
      select members.merchant_id from members
      where tg_argv[2] = '' and user_id = coalesce(one_row ->> 'user_id', one_row ->> 'id')
    ) as told;
    return null;
  end $$`,
];

/** Sign-ins, logged for every merchant that the person works for. Created after the tables of people. */
export const sign_ins: readonly string[] = [
  // Logs a successful or refused sign-in of a person at every merchant that they work for.
  `create function record_sign_in(of_user text, told jsonb) returns void language sql as $$
    insert into audit_log (merchant_id, author_kind, author_id, author_name, address, request_id, action, object_type,
      object_id, after)
    select members.merchant_id, author ->> 'kind', author ->> 'id', author ->> 'name', author ->> 'address',
      author ->> 'request_id', 'created', 'sign_in', of_user, told
    from members, (
      select coalesce(nullif(current_setting('guichet.author', true), ''), '{"kind": "service"}')::jsonb as author
    ) as said
    where members.user_id = of_user
  $$`,
  // The sign-in library counts wrong codes, and locks the second factor after a few.
  `create function record_refused_code() returns trigger language plpgsql as $$
  begin
    perform record_sign_in(new.user_id,
      jsonb_build_object('outcome', 'refused', 'way', 'code', 'tries', new.failed_verification_count));
    return null;
  end $$`,
  `create trigger staff_two_factors_refused after update of failed_verification_count on staff_two_factors
    for each row when (new.failed_verification_count > coalesce(old.failed_verification_count, 0))
    execute function record_refused_code()`,
];
