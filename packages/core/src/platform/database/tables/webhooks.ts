import type { Generated } from 'kysely';
import type { Mode } from '../columns.ts';

/** Why an endpoint is off: switched off by staff, it answered 410, or it has failed for days. */
export type DisabledReason = 'by_hand' | 'gone' | 'failing';

export interface WebhookEndpointTable {
  merchant_id: string;
  id: string;
  mode: Mode;
  url: string;
  description: string | null;
  /** null means every event. */
  event_types: string[] | null;
  enabled: Generated<boolean>;
  /** null while it is on. */
  disabled_reason: DisabledReason | null;
  disabled_at: Date | null;
  created_at: Date;
  updated_at: Date;
  /** Deliveries and events of one that was deleted are kept. */
  deleted_at: Date | null;
}

export interface WebhookSecretTable {
  merchant_id: string;
  endpoint_id: string;
  id: string;
  secret_sealed: string;
  created_at: Date;
  /** null for the newest; an older one still signs until then. */
  expires_at: Date | null;
}

/** How an endpoint fares. No row: no try has failed yet. */
export interface WebhookEndpointHealthTable {
  merchant_id: string;
  endpoint_id: string;
  /** Tries in a row that failed. */
  failures: number;
  /** When the first of them failed; null when the last try succeeded. */
  failing_since: Date | null;
  /** Until then nothing is sent; null while the circuit is closed. */
  open_until: Date | null;
  updated_at: Date;
}

export interface WebhookDeliveryTable {
  merchant_id: string;
  id: string;
  event_id: string;
  endpoint_id: string;
  status: 'waiting' | 'delivered' | 'failed';
  /** Tries so far. */
  attempts: Generated<number>;
  /** Tries before the schedule of retries began anew, by a resend. */
  series_start: Generated<number>;
  /** Of the event among those of its object. */
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
