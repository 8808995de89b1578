import type { Generated, GeneratedAlways } from 'kysely';
import type { Mode } from '../columns.ts';

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
