import type { Service } from '@guichet/operators/contract';
import type { Exchange } from '@guichet/operators/http/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Mode } from '../columns.ts';

export interface RoutingRuleTable {
  merchant_id: string;
  mode: Mode;
  operator: string;
  /** A decimal, for instance "1.5000". */
  fee_percent: string;
  enabled: boolean;
  /**
   * Ids of connector accounts in order of preference; null for all accounts that serve the operator, oldest first.
   */
  accounts: Generated<string[] | null>;
  /** The minimum total, a decimal in the major unit; not less than the operator's own minimum. */
  min_amount: Generated<string | null>;
  max_amount: Generated<string | null>;
  updated_at: Date;
}

export interface ConnectorAccountTable {
  merchant_id: string;
  id: string;
  connector: string;
  name: string;
  /** Settings and credentials as one JSON text, encrypted. */
  config_sealed: string;
  services: ColumnType<readonly Service[], string, string>;
  enabled: Generated<boolean>;
  /** The number of times that the URL to which requests are sent has changed. */
  address_revision: Generated<number>;
  /**
   * The time when the settings that name the wallet last changed at this URL; null if they have not. An earlier
   * request that the provider does not find may have been made with another wallet.
   */
  identity_changed_at: Generated<Date | null>;
  created_at: Date;
  updated_at: Date;
  /** Time when the provider last confirmed the credentials; null when the provider could not be reached. */
  checked_at: Date | null;
}

/**
 * An account's settings from before a change of its URL, used for status inquiries about requests sent to the old
 * URL.
 */
export interface PastAccountSettingsTable {
  merchant_id: string;
  account_id: string;
  address_revision: number;
  address: string;
  /** Encrypted as in the account. */
  config_sealed: string;
  /** As in the account, before the URL changed. */
  identity_changed_at: Generated<Date | null>;
  /** The time from which new requests no longer used these settings. */
  ended_at: Date;
}

/** An account's recent failures with one operator, of collection requests only. No row means none. */
export interface OperatorCircuitTable {
  merchant_id: string;
  account_id: string;
  operator: string;
  /** The number of consecutive calls that the provider did not accept. */
  failures: number;
  /** The time until which nothing is sent; null while the circuit is closed. */
  open_until: Date | null;
  updated_at: Date;
}

/** A redacted request to a provider about an attempt, a payout or a refund, with its response. */
export interface OperatorCallTable {
  merchant_id: string;
  object_id: string;
  sequence: GeneratedAlways<bigint>;
  verb: 'collect' | 'payout' | 'refund' | 'inquiry' | 'submit_otp' | 'resend_otp';
  exchanges: ColumnType<readonly Exchange[], string, string>;
  created_at: Date;
}

/** A callback as received. */
export interface CallbackTable {
  merchant_id: string;
  account_id: string;
  id: string;
  /**
   * SHA-256 of the URL, the body and the headers that may authenticate the sender, so that a repeated callback is
   * counted and not stored again.
   */
  digest: Buffer;
  /** The last part of the path if it is one of our references. */
  reference: string | null;
  method: string;
  url: string;
  /** JSON, encrypted because some headers contain a shared secret. */
  headers_sealed: string;
  /** Empty if it was not text, or was deleted because nothing showed that the provider had sent it. */
  body: string;
  /** The size as received; null for callbacks stored before this column existed. */
  body_bytes: Generated<number | null>;
  copies: Generated<number>;
  received_at: Date;
  processed_at: Date | null;
  /** The reason why it was not applied; null when it was. */
  problem: string | null;
}

export interface SandboxTransactionTable {
  reference: string;
  direction: Generated<'collect' | 'payout' | 'refund'>;
  phone: string;
  currency: string;
  amount_minor: bigint;
  decision: 'approved' | 'refused' | null;
  otp_attempts: Generated<number>;
  /** The session's handle. */
  session_token: string | null;
  session_expires_at: Date;
  created_at: Date;
  decided_at: Date | null;
  reversed_at: Date | null;
}
