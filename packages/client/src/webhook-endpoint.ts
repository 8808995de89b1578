import type { OpenUnion } from './open-union.ts';

/** A webhook endpoint, as contained in events. Times are ISO 8601 with an offset. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly object: 'webhook_endpoint';
  /** Address to which events are posted. */
  readonly url: string;
  /** Description by the merchant's staff. */
  readonly description: string | null;
  /** Names of the events that it receives; null for all. */
  readonly events: readonly string[] | null;
  readonly livemode: boolean;
  /** False if the endpoint is disabled; nothing is sent to it then. */
  readonly enabled: boolean;
  /**
   * `by_hand`: a person disabled it. `gone`: it responded with 410. `failing`: all attempts failed for 5 days. null
   * while it is enabled.
   */
  readonly disabled_reason: OpenUnion<'by_hand' | 'gone' | 'failing'> | null;
  readonly disabled_at: string | null;
  readonly created_at: string;
}
