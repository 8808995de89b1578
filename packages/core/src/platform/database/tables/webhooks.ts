import type { Generated } from 'kysely';
import type { Mode } from '../columns.ts';

/** The reason why an endpoint is disabled: staff disabled it, it responded with 410, or it failed for days. */
export type DisabledReason = 'by_hand' | 'gone' | 'failing';

export interface WebhookEndpointTable {
  merchant_id: string;
  id: string;
  mode: Mode;
  url: string;
  description: string | null;
  /** Null means every event. */
  event_types: string[] | null;
  enabled: Generated<boolean>;
  /** Null while it is enabled. */
  disabled_reason: DisabledReason | null;
  disabled_at: Date | null;
  created_at: Date;
  updated_at: Date;
  /** Deliveries and events of a deleted endpoint are kept. */
  deleted_at: Date | null;
}

export interface WebhookSecretTable {
  merchant_id: string;
  endpoint_id: string;
  id: string;
  secret_sealed: string;
  created_at: Date;
  /** The time until which an older secret remains valid; null for the newest. */
  expires_at: Date | null;
}

/** An endpoint's health. No row means that no attempt has failed yet. */
export interface WebhookEndpointHealthTable {
  merchant_id: string;
  endpoint_id: string;
  /** The number of consecutive failed attempts. */
  failures: number;
  /** The time of the first of these failures; null after a success. */
  failing_since: Date | null;
  /** The time until which nothing is sent; null while the circuit is closed. */
  open_until: Date | null;
  updated_at: Date;
}

export interface WebhookDeliveryTable {
  merchant_id: string;
  id: string;
  event_id: string;
  endpoint_id: string;
  status: 'waiting' | 'delivered' | 'failed';
  /** Number of attempts so far. */
  attempts: Generated<number>;
  /** Number of attempts before a resend restarted the retry schedule. */
  series_start: Generated<number>;
  /** The event's sequence number within its object. */
  sequence: number;
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
