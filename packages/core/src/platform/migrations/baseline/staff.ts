import { audited } from './triggers.ts';

const role = `text not null check (role in ('owner', 'admin', 'developer', 'finance', 'support', 'viewer'))`;

/** People and their credentials, as stored by the sign-in library (docs/decisions), and members and invitations. */
export const staff: readonly string[] = [
  // A sign-in belongs to one merchant (docs/decisions/0027-identity-of-a-merchant.md).
  `create table staff (
    id text primary key,
    merchant_id text not null references merchants,
    name text not null,
    email text not null,
    -- For the sign-in library, which requires a unique one.
    sign_in_name text not null generated always as (id || '@staff.invalid') stored unique,
    email_verified boolean not null,
    image text,
    two_factor_enabled boolean default false,
    language text check (language in ('en', 'fr')),
    created_at timestamptz not null,
    updated_at timestamptz not null,
    unique (merchant_id, email),
    unique (merchant_id, id)
  )`,
  `create index staff_by_email on staff (email)`,
  audited('staff', {
    object_type: 'person',
    id: 'id',
    merchant: '',
    quiet: 'email_verified image language updated_at',
  }),
  // The SHA-256 of every e-mail address that a person has had, kept after they leave: whoever returns with one of
  // them is the same person for approvals.
  `create table staff_addresses (
    merchant_id text not null references merchants,
    address_digest bytea not null,
    user_id text not null,
    -- The time at which the person was removed; null for a member.
    left_at timestamptz,
    primary key (merchant_id, address_digest, user_id)
  )`,
  `create table staff_sessions (
    id text primary key,
    user_id text not null references staff on delete cascade,
    token text not null unique,
    expires_at timestamptz not null,
    ip_address text,
    user_agent text,
    -- A session begins with an authentication.
    proven_at timestamptz not null default now(),
    second_factor boolean not null default false,
    -- By the database's clock: the sign-in library uses the clock of the process that responded.
    opened_at timestamptz not null default now(),
    used_at timestamptz not null default now(),
    -- The session that had this row's token until an authentication gave it a new one.
    renewed_as text references staff_sessions on delete cascade,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create index staff_sessions_user on staff_sessions (user_id)`,
  // Expired sessions are found and deleted every minute.
  `create index staff_sessions_over on staff_sessions (expires_at)`,
  `create index staff_sessions_renewed_as on staff_sessions (renewed_as) where renewed_as is not null`,
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
  audited('staff_accounts', {
    object_type: 'password',
    id: 'user_id',
    merchant: '',
    secret: 'password',
    quiet:
      'id account_id provider_id access_token refresh_token id_token access_token_expires_at refresh_token_expires_at ' +
      'scope created_at updated_at',
  }),
  `create table staff_verifications (
    id text primary key,
    identifier text not null,
    value text not null,
    expires_at timestamptz not null,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create index staff_verifications_identifier on staff_verifications (identifier)`,
  `create index staff_verifications_over on staff_verifications (expires_at)`,
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
  audited('staff_two_factors', {
    object_type: 'second_factor',
    id: 'user_id',
    merchant: '',
    secret: 'secret backup_codes',
    quiet: 'id failed_verification_count locked_until',
  }),
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
  // Unique, so that no one can register someone else's passkey and thereby prevent them from signing in (WebAuthn
  // section 7.1).
  `create unique index staff_passkeys_credential on staff_passkeys (credential_id)`,
  audited('staff_passkeys', {
    object_type: 'passkey',
    id: 'id',
    merchant: '',
    secret: 'public_key credential_id',
    quiet: 'counter transports aaguid',
  }),
  `create table staff_password_links (
    -- SHA-256 of the token in the link.
    token_hash bytea primary key,
    user_id text not null references staff on delete cascade,
    clears_factors boolean not null,
    made_by text not null,
    -- Null for the person who runs the service.
    maker_id text references staff on delete cascade,
    by_command boolean not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    check (by_command = (maker_id is null))
  )`,
  `create index staff_password_links_user on staff_password_links (user_id)`,
  `create index staff_password_links_maker on staff_password_links (maker_id)`,
  audited('staff_password_links', {
    object_type: 'password_link',
    id: 'user_id',
    merchant: '',
    quiet: 'token_hash',
  }),
  `create table staff_used_codes (
    user_id text not null references staff on delete cascade,
    code text not null,
    used_at timestamptz not null,
    primary key (user_id, code)
  )`,
  // The number of a person's refused sign-ins, by hour.
  `create table staff_refusals (
    user_id text not null references staff on delete cascade,
    hour timestamptz not null,
    tries integer not null,
    primary key (user_id, hour)
  )`,

  `create table members (
    merchant_id text not null references merchants,
    user_id text not null unique,
    role ${role},
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (merchant_id, user_id),
    foreign key (merchant_id, user_id) references staff (merchant_id, id) on delete cascade
  )`,
  audited('members', {
    object_type: 'member',
    id: 'user_id',
    merchant: 'merchant_id',
    quiet: 'updated_at',
  }),
  `create table invitations (
    merchant_id text not null references merchants,
    id text not null,
    email text not null,
    role ${role},
    -- SHA-256 of the token in the link.
    token_hash bytea not null unique,
    invited_by text not null,
    -- Null for the person who runs the service.
    maker_id text,
    by_command boolean not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    accepted_at timestamptz,
    accepted_by text,
    revoked_at timestamptz,
    primary key (merchant_id, id),
    check (by_command = (maker_id is null)),
    foreign key (merchant_id, maker_id) references staff (merchant_id, id) on delete cascade
  )`,
  `create index invitations_maker on invitations (merchant_id, maker_id)`,
  audited('invitations', {
    object_type: 'invitation',
    id: 'id',
    merchant: 'merchant_id',
    quiet: 'token_hash',
  }),
];
