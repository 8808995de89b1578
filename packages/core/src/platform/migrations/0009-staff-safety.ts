import { type Kysely, sql } from 'kysely';

/**
 * When people last proved who they are, and how; merchants that ask their members for a second step; and sign-ins in
 * the audit log. Not breaking: processes of the version before go on working.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table merchants add column second_step_required boolean not null default false`,
  // A session begins with a proof. Those that are open now count as proven now, which ends within minutes.
  `alter table staff_sessions
    add column proven_at timestamptz not null default now(),
    add column second_step boolean not null default false`,
  `update staff_sessions set second_step = true
    from staff where staff.id = staff_sessions.user_id and staff.two_factor_enabled`,
  // What is looked for each minute, to be deleted.
  `create index staff_sessions_over on staff_sessions (expires_at)`,
  `create index staff_verifications_over on staff_verifications (expires_at)`,

  // How often a person's sign-in was refused, by hour.
  `create table staff_refusals (
    user_id text not null references staff on delete cascade,
    hour timestamptz not null,
    tries integer not null,
    primary key (user_id, hour)
  )`,
  // Tells every merchant that a person works for how they have signed in, or somebody in their place has not.
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
  // Codes are counted by the sign-in library, which locks after a few.
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
