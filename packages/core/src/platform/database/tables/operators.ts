import type { Service } from '@guichet/operators/contract';
import type { Exchange } from '@guichet/operators/http/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Mode } from '../columns.ts';

export interface RoutingRuleTable {
  merchant_id: string;
  mode: Mode;
  operator: string;
  /** Decimal text, for instance "1.5000". */
  fee_percent: string;
  enabled: boolean;
  /** Ids of connector accounts in the order in which they are tried; null: all that serve the operator, oldest first. */
  accounts: Generated<string[] | null>;
  /** Decimal text in the major unit, narrower than the operator's own. */
  min_amount: Generated<string | null>;
  max_amount: Generated<string | null>;
  updated_at: Date;
}

export interface ConnectorAccountTable {
  merchant_id: string;
  id: string;
  connector: string;
  name: string;
  /** Settings and credentials as JSON, encrypted as one text. */
  config_sealed: string;
  services: ColumnType<readonly Service[], string, string>;
  enabled: Generated<boolean>;
  /** How often the address that its requests go to has changed. */
  address_revision: Generated<number>;
  created_at: Date;
  updated_at: Date;
  /** When the provider last said that the credentials are right; null when it could not be asked. */
  checked_at: Date | null;
}

/** The settings of an account as they were until its address changed: what was made there is asked about with them. */
export interface PastAccountSettingsTable {
  merchant_id: string;
  account_id: string;
  address_revision: number;
  address: string;
  /** As of the account. */
  config_sealed: string;
  /** Until when new requests went there. */
  ended_at: Date;
}

/** How an account's calls for one operator have gone of late. No row: well. */
export interface OperatorCircuitTable {
  merchant_id: string;
  account_id: string;
  operator: string;
  /** Calls in a row that the provider did not take. */
  failures: number;
  /** Until then nothing is sent; null while it is closed. */
  open_until: Date | null;
  updated_at: Date;
}

/** What was said to a provider about an attempt, a payout or a refund, redacted. */
export interface OperatorCallTable {
  merchant_id: string;
  object_id: string;
  sequence: GeneratedAlways<bigint>;
  verb: 'collect' | 'payout' | 'refund' | 'look_up' | 'submit_otp' | 'resend_otp';
  exchanges: ColumnType<readonly Exchange[], string, string>;
  created_at: Date;
}

/** A callback as it came. */
export interface CallbackTable {
  merchant_id: string;
  account_id: string;
  id: string;
  /** SHA-256 of address, body and what proves it: what comes twice is counted, not kept twice. */
  digest: Buffer;
  /** Last part of the path where it is one of our references. */
  reference: string | null;
  method: string;
  url: string;
  /** As JSON, encrypted: some carry a shared secret. */
  headers_sealed: string;
  /** Empty for what came from a stranger: nothing proved it. */
  body: string;
  /** Its size as it came; null for what came before sizes were noted. */
  body_bytes: Generated<number | null>;
  copies: Generated<number>;
  received_at: Date;
  processed_at: Date | null;
  /** What became of it: null when it was taken in, else why not. */
  problem: string | null;
}

export interface SandboxTransactionTable {
  reference: string;
  direction: Generated<'collect' | 'payout' | 'refund'>;
  phone: string;
  currency: string;
  amount_minor: bigint;
  decision: 'approved' | 'refused' | null;
  otp_tries: Generated<number>;
  /** Its handle. */
  session_token: string | null;
  session_expires_at: Date;
  created_at: Date;
  decided_at: Date | null;
}
