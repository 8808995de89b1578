import type { Generated } from 'kysely';
import type { Role } from '../../actor/roles.ts';
import type { Json, Mode } from '../columns.ts';

/**
 * What a person signs in to one merchant's dashboard as. The sign-in library keeps it; we add, and change the
 * language.
 */
export interface StaffTable {
  id: string;
  merchant_id: string;
  name: string;
  /** In lower case; one of it for each merchant. */
  email: string;
  email_verified: boolean;
  image: string | null;
  two_factor_enabled: Generated<boolean | null>;
  language: 'en' | 'fr' | null;
  created_at: Date;
  updated_at: Date;
}

/** A way to sign in; of ours there is one each, the password. */
export interface StaffAccountTable {
  id: string;
  user_id: string;
  account_id: string;
  provider_id: string;
  /** Its scrypt hash. */
  password: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface StaffSessionTable {
  id: string;
  user_id: string;
  token: string;
  expires_at: Date;
  /** When the person last showed that it is still them. */
  proven_at: Generated<Date>;
  /** Whether a passkey or a second factor was shown in it, and not a password alone. */
  second_step: Generated<boolean>;
  ip_address: string | null;
  user_agent: string | null;
  /** For a former token, the session it belongs to; null for a session itself. */
  renewed_as: Generated<string | null>;
  /** When the person signed in. */
  opened_at: Generated<Date>;
  /** When a person last used it, to the minute. */
  used_at: Generated<Date>;
  created_at: Date;
  updated_at: Date;
}

/** How often somebody's sign-in was refused within an hour. */
export interface StaffRefusalTable {
  user_id: string;
  /** When it began. */
  hour: Date;
  tries: number;
}

/** What the sign-in library remembers for a while. */
export interface StaffVerificationTable {
  id: string;
  /** Of a trusted device, and of a second step under way, whose it is. */
  value: string;
  expires_at: Date;
}

export interface StaffTwoFactorTable {
  id: string;
  user_id: string;
}

export interface StaffPasskeyTable {
  id: string;
  user_id: string;
  credential_id: string;
}

export interface StaffPasswordLinkTable {
  /** SHA-256 of the token in the link. */
  token_hash: Buffer;
  user_id: string;
  /** Also takes the second factor and the passkeys away, for somebody who lost everything. */
  clears_factors: boolean;
  made_by: string;
  /** Null for the person who runs the service. */
  maker_id: string | null;
  by_command: boolean;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

/** A code of the second factor that somebody signed in with lately. */
export interface StaffUsedCodeTable {
  user_id: string;
  code: string;
  used_at: Date;
}

/** What the service itself must not lose. */
export interface StaffSecretTable {
  name: string;
  secret_sealed: string;
}

/** As what somebody works for the merchant of their sign-in. */
export interface MemberTable {
  merchant_id: string;
  user_id: string;
  role: Role;
  created_at: Date;
  updated_at: Date;
}

export interface InvitationTable {
  merchant_id: string;
  id: string;
  /** In lower case. */
  email: string;
  role: Role;
  /** SHA-256 of the token in the link. */
  token_hash: Buffer;
  invited_by: string;
  /** Null for the person who runs the service. */
  maker_id: string | null;
  by_command: boolean;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  accepted_by: string | null;
  revoked_at: Date | null;
}

/** Written by the database's own functions only. */
export interface AuditLogTable {
  merchant_id: string;
  position: Generated<bigint>;
  at: Generated<Date>;
  author_kind: 'staff' | 'command' | 'service';
  author_id: string | null;
  author_name: string | null;
  address: string | null;
  request_id: string | null;
  action: 'created' | 'changed' | 'deleted';
  object_type: string;
  object_id: string;
  mode: Mode | null;
  before: Json<Readonly<Record<string, unknown>> | null>;
  after: Json<Readonly<Record<string, unknown>> | null>;
}
