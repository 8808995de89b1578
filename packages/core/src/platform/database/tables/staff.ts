import type { Generated } from 'kysely';
import type { Role } from '../../actor/roles.ts';
import type { Json, Mode } from '../columns.ts';

/**
 * The SHA-256 of an e-mail address that a person has had; kept after they leave, to recognize somebody who returns.
 */
export interface StaffAddressTable {
  merchant_id: string;
  address_digest: Buffer;
  user_id: string;
  left_at: Generated<Date | null>;
}

/**
 * A person's sign-in to one merchant's dashboard. The sign-in library maintains it; we insert rows and change
 * the language.
 */
export interface StaffTable {
  id: string;
  merchant_id: string;
  name: string;
  /** In lower case; unique for each merchant. */
  email: string;
  email_verified: boolean;
  image: string | null;
  two_factor_enabled: Generated<boolean | null>;
  language: 'en' | 'fr' | null;
  created_at: Date;
  updated_at: Date;
}

/** A credential of the sign-in library. Each person has exactly one in this table: the password. */
export interface StaffAccountTable {
  id: string;
  user_id: string;
  account_id: string;
  provider_id: string;
  /** The scrypt hash of the password. */
  password: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface StaffSessionTable {
  id: string;
  user_id: string;
  token: string;
  expires_at: Date;
  /** Time of the person's last authentication. */
  proven_at: Generated<Date>;
  /** Whether that authentication included a passkey or a second factor in addition to the password. */
  second_factor: Generated<boolean>;
  ip_address: string | null;
  user_agent: string | null;
  /** For a token that has been replaced, the id of its session; null for the session itself. */
  renewed_as: Generated<string | null>;
  /** Time of signing in. */
  opened_at: Generated<Date>;
  /** The time of the person's last activity, to the minute. */
  used_at: Generated<Date>;
  created_at: Date;
  updated_at: Date;
}

/** The number of a person's refused sign-ins within an hour. */
export interface StaffRefusalTable {
  user_id: string;
  /** The start of the hour. */
  hour: Date;
  tries: number;
}

/** Short-lived values of the sign-in library. */
export interface StaffVerificationTable {
  id: string;
  /** The id of the person who owns a trusted device, or whose sign-in is waiting for the second factor. */
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
  /** Whether the link also removes the second factor and the passkeys, for a person who has lost all of them. */
  clears_factors: boolean;
  made_by: string;
  /** Null if the link was made on the command line. */
  maker_id: string | null;
  by_command: boolean;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

/** A recently used code of a person's second factor, which cannot be used again. */
export interface StaffUsedCodeTable {
  user_id: string;
  code: string;
  used_at: Date;
}

/** A person's membership at a merchant, with their role. */
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
  /** Null if the invitation was made on the command line. */
  maker_id: string | null;
  by_command: boolean;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  accepted_by: string | null;
  revoked_at: Date | null;
}

/** The audit log, written only by database triggers. */
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
