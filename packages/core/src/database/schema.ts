import type { Service } from '@guichet/operators/contract';
import type { Exchange } from '@guichet/operators/http/contract';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Test or live. Every row belongs to a merchant and a mode; neither ever sees the other. */
export type Mode = 'test' | 'live';
export type PaymentStatus = 'pending' | 'processing' | 'success' | 'failed' | 'cancelled' | 'expired';
export type SessionStatus = 'active' | 'completed' | 'cancelled' | 'expired';
export type PayoutStatus = 'pending' | 'processing' | 'success' | 'failed';
export type AttemptStatus = 'created' | 'submitted' | 'success' | 'failed' | 'unknown';
export type Template = 'default' | 'abidjan' | 'cotonou';

/** Written as JSON text, read as a value. */
type Json<T> = ColumnType<T, string | null, string | null>;

export interface MerchantTable {
  id: string;
  name: string;
  country: string;
  primary_color: string | null;
  template: Generated<Template>;
  is_demo: Generated<boolean>;
  /** Requests a second of each of its keys; null is the setting of the service, 0 is no limit. */
  rate_limit_per_second: Generated<number | null>;
  created_at: Date;
}

export interface ApiKeyTable {
  merchant_id: string;
  id: string;
  mode: Mode;
  hash: Buffer;
  last_four: string;
  created_at: Date;
  revoked_at: Date | null;
}

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
  created_at: Date;
  updated_at: Date;
  /** When the provider last said that the credentials are right; null when it could not be asked. */
  checked_at: Date | null;
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
  verb: 'collect' | 'payout' | 'refund' | 'look_up' | 'submit_otp';
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
  body: string;
  copies: Generated<number>;
  received_at: Date;
  processed_at: Date | null;
  /** What became of it: null when it was taken in, else why not. */
  problem: string | null;
}

export interface PaymentTable {
  merchant_id: string;
  id: string;
  mode: Mode;
  status: PaymentStatus;
  /** Counts the changes of status; the newest one is the newest truth. */
  sequence: Generated<number>;
  currency: string;
  amount_minor: bigint;
  fee_minor: bigint | null;
  charged_minor: bigint | null;
  operator: string | null;
  description: string | null;
  metadata: Json<Record<string, unknown> | null>;
  customer_phone: string | null;
  customer_email: string | null;
  customer_first_name: string | null;
  customer_last_name: string | null;
  return_url: string;
  cancel_url: string | null;
  session_token: string;
  failure_reason: string | null;
  failure_operator_code: string | null;
  late: Generated<boolean>;
  customer_id: Generated<string | null>;
  created_at: Date;
  paid_at: Date | null;
}

export interface CustomerTable {
  merchant_id: string;
  id: string;
  mode: Mode;
  /** E.164. */
  phone: string | null;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  /** ISO 3166-1 alpha-2, of the phone number. */
  country: string | null;
  created_at: Date;
}

export interface IdempotencyKeyTable {
  merchant_id: string;
  mode: Mode;
  /** Empty for the merchant's own key; the payment's id for what its customer does. */
  scope: string;
  key: string;
  request_hash: Buffer;
  /** What was made, to tell two requests of one statement apart. */
  object_id: string;
  /** JSON text; null while the request is still running. */
  answer: string | null;
  created_at: Date;
}

export interface PayoutTable {
  merchant_id: string;
  id: string;
  mode: Mode;
  status: PayoutStatus;
  /** Counts the changes of status. */
  sequence: Generated<number>;
  currency: string;
  amount_minor: bigint;
  operator: string;
  connector: string;
  /** The account with the connector's provider; null: the sandbox needs none. */
  account_id: Generated<string | null>;
  /** E.164. */
  recipient_phone: string;
  recipient_first_name: string | null;
  recipient_last_name: string | null;
  description: string | null;
  reference: string;
  provider_reference: string | null;
  failure_reason: string | null;
  failure_operator_code: string | null;
  unknown_cause: string | null;
  mismatch: Json<unknown>;
  look_ups: Generated<number>;
  /** When the operator was last asked. While it is being asked: when that is over at the latest. */
  looked_up_at: Date | null;
  needs_person: Generated<boolean>;
  created_at: Date;
  /** When it was committed that the operator is called next. */
  sent_at: Date | null;
  paid_at: Date | null;
}

export type RefundStatus = PayoutStatus;

/** Money given back of a collection. */
export interface RefundTable {
  merchant_id: string;
  id: string;
  mode: Mode;
  status: RefundStatus;
  /** Counts the changes of status. */
  sequence: Generated<number>;
  payment_id: string;
  /** The collection that it gives back, which may be a duplicate. */
  attempt_id: string;
  currency: string;
  /** What the customer gets. */
  amount_minor: bigint;
  /** How much of it was the service's fee; the rest is the merchant's. */
  fee_minor: bigint;
  operator: string;
  connector: string;
  account_id: string | null;
  /** By the provider's refund, or by sending money to the payer's number where it has none. */
  method: 'refund' | 'payout';
  phone: string;
  reason: string | null;
  reference: string;
  provider_reference: string | null;
  failure_reason: string | null;
  failure_operator_code: string | null;
  unknown_cause: string | null;
  mismatch: Json<unknown>;
  look_ups: Generated<number>;
  looked_up_at: Date | null;
  needs_person: Generated<boolean>;
  created_at: Date;
  sent_at: Date | null;
  refunded_at: Date | null;
}

export interface RefundTransitionTable {
  merchant_id: string;
  refund_id: string;
  sequence: number;
  from_status: RefundStatus;
  event: string;
  to_status: RefundStatus;
  via: string;
  raw: Json<unknown>;
  created_at: Date;
}

export interface PayoutTransitionTable {
  merchant_id: string;
  payout_id: string;
  sequence: number;
  from_status: PayoutStatus;
  event: string;
  to_status: PayoutStatus;
  via: string;
  raw: Json<unknown>;
  created_at: Date;
}

export interface PaymentTransitionTable {
  merchant_id: string;
  payment_id: string;
  sequence: number;
  from_status: PaymentStatus;
  event: string;
  to_status: PaymentStatus;
  attempt_id: string | null;
  created_at: Date;
}

export interface CheckoutSessionTable {
  merchant_id: string;
  token: string;
  mode: Mode;
  payment_id: string;
  status: SessionStatus;
  template: Template | null;
  chosen_operator: string | null;
  chosen_phone: string | null;
  chosen_fee_percent: string | null;
  created_at: Date;
  expires_at: Date;
  ended_at: Date | null;
}

/** What a customer types on another device to go on with a session there. */
export interface ShortCodeTable {
  /** Without the hyphen that it is shown with. */
  code: string;
  merchant_id: string;
  session_token: string;
  created_at: Date;
}

export interface AttemptTable {
  merchant_id: string;
  id: string;
  payment_id: string;
  number: number;
  mode: Mode;
  status: AttemptStatus;
  operator: string;
  connector: string;
  /** The account with the connector's provider; null: the sandbox needs none. */
  account_id: Generated<string | null>;
  phone: string;
  currency: string;
  amount_minor: bigint;
  fee_minor: bigint;
  charged_minor: bigint;
  fee_percent: string;
  reference: string;
  provider_reference: string | null;
  action: Json<unknown>;
  failure_reason: string | null;
  operator_code: string | null;
  unknown_cause: string | null;
  mismatch: Json<unknown>;
  duplicate: Generated<boolean>;
  look_ups: Generated<number>;
  /** When the operator was last asked. While it is being asked: when that is over at the latest. */
  looked_up_at: Date | null;
  needs_person: Generated<boolean>;
  /** One-time codes that the operator has said to be wrong. */
  otp_tries: Generated<number>;
  /** While a one-time code is with the operator: when that is over at the latest. */
  otp_until: Generated<Date | null>;
  created_at: Date;
  settled_at: Date | null;
}

export interface AttemptTransitionTable {
  merchant_id: string;
  attempt_id: string;
  sequence: Generated<number>;
  from_status: AttemptStatus;
  event: string;
  to_status: AttemptStatus;
  via: string;
  raw: Json<unknown>;
  created_at: Date;
}

export interface LedgerTransactionTable {
  merchant_id: string;
  id: string;
  mode: Mode;
  kind: string;
  payment_id: string | null;
  attempt_id: string | null;
  payout_id: Generated<string | null>;
  refund_id: Generated<string | null>;
  created_at: Date;
}

export interface LedgerEntryTable {
  merchant_id: string;
  transaction_id: string;
  line: number;
  account: string;
  currency: string;
  /** Positive is a debit, negative a credit; a transaction sums to zero. */
  amount_minor: bigint;
}

/** What an account held when it was last summed up; `balance_changes` holds what came since. */
export interface BalanceTable {
  merchant_id: string;
  mode: Mode;
  currency: string;
  account: string;
  amount_minor: bigint;
}

export interface BalanceChangeTable extends BalanceTable {
  id: GeneratedAlways<bigint>;
}

export interface RateLimitBucketTable {
  /** Who is limited: `key:key_...`, `address:192.0.2.7`. */
  subject: string;
  per_second: number;
  burst: number;
  /** What was in it at `refilled_at`. */
  tokens: number;
  /** What was given out then. */
  granted: number;
  refilled_at: Date;
}

export interface EventTable {
  merchant_id: string;
  id: string;
  mode: Mode;
  type: string;
  object_id: string;
  sequence: number;
  /** The JSON text that is signed and sent, the same on every try. */
  body: string;
  /** Order of the feed. */
  position: GeneratedAlways<bigint>;
  created_at: Date;
}

export interface WebhookEndpointTable {
  merchant_id: string;
  id: string;
  mode: Mode;
  url: string;
  /** null means every event. */
  event_types: string[] | null;
  secret_sealed: string;
  enabled: Generated<boolean>;
  created_at: Date;
}

export interface WebhookDeliveryTable {
  merchant_id: string;
  id: string;
  event_id: string;
  endpoint_id: string;
  status: 'waiting' | 'delivered' | 'failed';
  attempts: Generated<number>;
  next_attempt_at: Date | null;
  created_at: Date;
  delivered_at: Date | null;
}

export interface WebhookAttemptTable {
  merchant_id: string;
  delivery_id: string;
  number: number;
  status_code: number | null;
  error: string | null;
  response_excerpt: string | null;
  duration_ms: number;
  created_at: Date;
}

export interface SandboxTransactionTable {
  reference: string;
  direction: Generated<'collect' | 'payout' | 'refund'>;
  phone: string;
  currency: string;
  amount_minor: bigint;
  decision: 'approved' | 'refused' | null;
  otp_tries: Generated<number>;
  session_token: string | null;
  session_page_url: string | null;
  session_expires_at: Date;
  created_at: Date;
  decided_at: Date | null;
}

export interface WorkerProcessTable {
  id: string;
  worker_ids: string[];
  seen_at: Date;
}

/** Every table of ours. The queue's own schema belongs to graphile-worker. */
export interface Schema {
  merchants: MerchantTable;
  api_keys: ApiKeyTable;
  routing_rules: RoutingRuleTable;
  payments: PaymentTable;
  payment_transitions: PaymentTransitionTable;
  checkout_sessions: CheckoutSessionTable;
  short_codes: ShortCodeTable;
  customers: CustomerTable;
  idempotency_keys: IdempotencyKeyTable;
  payouts: PayoutTable;
  payout_transitions: PayoutTransitionTable;
  refunds: RefundTable;
  refund_transitions: RefundTransitionTable;
  connector_accounts: ConnectorAccountTable;
  operator_circuits: OperatorCircuitTable;
  operator_calls: OperatorCallTable;
  callbacks: CallbackTable;
  balances: BalanceTable;
  balance_changes: BalanceChangeTable;
  rate_limit_buckets: RateLimitBucketTable;
  attempts: AttemptTable;
  attempt_transitions: AttemptTransitionTable;
  ledger_transactions: LedgerTransactionTable;
  ledger_entries: LedgerEntryTable;
  events: EventTable;
  webhook_endpoints: WebhookEndpointTable;
  webhook_deliveries: WebhookDeliveryTable;
  webhook_attempts: WebhookAttemptTable;
  sandbox_transactions: SandboxTransactionTable;
  worker_processes: WorkerProcessTable;
}
