import { type Kysely, sql } from 'kysely';

/**
 * A sign-in belongs to one merchant (docs/decisions/0027-identity-of-a-merchant.md). Whoever worked for several gets
 * one for each; what they sign in with stays with the first. Breaking for the dashboard: processes of the version
 * before can sign nobody in, and payments go on as they did.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements: readonly string[] = [
  `alter table staff drop constraint staff_email_key, add column merchant_id text references merchants`,
  // The merchant where somebody was a member first, also where they have left it since: whoever could get at their
  // sign-in then must not have it elsewhere.
  `create temporary table first_merchants on commit drop as
    select distinct on (user_id) user_id, merchant_id
    from (
      select object_id as user_id, merchant_id, at from audit_log
      where object_type = 'member' and action = 'created'
      union all
      select user_id, merchant_id, created_at from members
    ) as known
    order by user_id, at, merchant_id`,
  `create temporary table moved on commit drop as
    select members.merchant_id, members.user_id as old_id,
      'stf_' || replace(gen_random_uuid()::text, '-', '') as new_id
    from members join first_merchants using (user_id)
    where members.merchant_id <> first_merchants.merchant_id`,
  `update staff set merchant_id = first_merchants.merchant_id
    from first_merchants join members using (user_id, merchant_id)
    where first_merchants.user_id = staff.id`,
  `insert into staff (id, merchant_id, name, email, email_verified, language, created_at, updated_at)
    select new_id, moved.merchant_id, name, email, email_verified, language, created_at, now()
    from moved join staff on staff.id = old_id`,
  `update members set user_id = new_id, updated_at = now() from moved
    where moved.merchant_id = members.merchant_id and user_id = old_id`,
  // What waits for a second person must still know its first.
  `update payout_orders set made_by = new_id from moved
    where moved.merchant_id = payout_orders.merchant_id and made_by = old_id and approval = 'waiting'`,
  `update payout_batches set made_by = new_id from moved
    where moved.merchant_id = payout_batches.merchant_id and made_by = old_id and status = 'checked'`,
  // Whoever works nowhere could sign in to nothing.
  `delete from staff where merchant_id is null`,
  `alter table staff
    alter column merchant_id set not null,
    -- For the sign-in library, which wants one that nobody else has.
    add column sign_in_name text not null generated always as (id || '@staff.invalid') stored unique,
    add unique (merchant_id, email),
    add unique (merchant_id, id)`,
  `create index staff_by_email on staff (email)`,
  `drop index members_user`,
  `alter table members
    drop constraint members_user_id_fkey,
    add unique (user_id),
    add foreign key (merchant_id, user_id) references staff (merchant_id, id) on delete cascade`,

  // Who made the old links is not known well enough to judge them by it.
  `delete from invitations`,
  `delete from staff_password_links`,
  `alter table invitations
    -- Null for the person who runs the service.
    add column maker_id text,
    add column by_command boolean not null,
    add check (by_command = (maker_id is null)),
    add foreign key (merchant_id, maker_id) references staff (merchant_id, id) on delete cascade`,
  `create index invitations_maker on invitations (merchant_id, maker_id)`,
  `alter table staff_password_links
    add column maker_id text references staff on delete cascade,
    add column by_command boolean not null,
    add check (by_command = (maker_id is null))`,
  `create index staff_password_links_maker on staff_password_links (maker_id)`,

  // Whoever registers somebody else's passkey as theirs must not keep them from signing in (WebAuthn section 7.1).
  `delete from staff_passkeys using staff_passkeys as older
    where older.credential_id = staff_passkeys.credential_id
      and (older.created_at, older.id) < (staff_passkeys.created_at, staff_passkeys.id)`,
  `drop index staff_passkeys_credential`,
  `create unique index staff_passkeys_credential on staff_passkeys (credential_id)`,
];
