import type { OpenUnion } from './open-union.ts';

/** What events tell of a webhook endpoint. Times are ISO 8601 with an offset. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly object: 'webhook_endpoint';
  /** Where events are posted to. */
  readonly url: string;
  /** What staff call it. */
  readonly description: string | null;
  /** Names of the events that it is told of; null means every event. */
  readonly events: readonly string[] | null;
  readonly livemode: boolean;
  /** Nothing is sent to one that is switched off. */
  readonly enabled: boolean;
  /** `gone`: it answered 410. `failing`: every try has failed for 5 days. null while it is on. */
  readonly disabled_reason: OpenUnion<'by_hand' | 'gone' | 'failing'> | null;
  readonly disabled_at: string | null;
  readonly created_at: string;
}
