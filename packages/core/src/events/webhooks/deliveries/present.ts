import { timestampText } from '@guichet/kernel/clock';
import type { ListedDelivery, WebhookAttempt } from './queries.ts';

/** Presents a delivery in a list. Times are ISO 8601 with an offset. */
export function presentDelivery(delivery: ListedDelivery) {
  const { due_at, delivered_at, tried_at, status_code, error, duration_ms } = delivery;
  return {
    id: delivery.id,
    endpoint_id: delivery.endpoint_id,
    event_id: delivery.event_id,
    event: delivery.type,
    object_id: delivery.object_id,
    livemode: delivery.mode === 'live',
    status: delivery.status,
    /** Time of the event. */
    created_at: timestampText(delivery.happened_at),
    /** Time of the latest acknowledgement. */
    delivered_at: delivered_at === null ? null : timestampText(delivered_at),
    attempts: delivery.attempts,
    last_attempt:
      tried_at === null || duration_ms === null
        ? null
        : { created_at: timestampText(tried_at), status_code, error, duration_ms },
    next_attempt_at: due_at === null ? null : timestampText(due_at),
  };
}
export type PresentedDelivery = ReturnType<typeof presentDelivery>;

/** Presents an attempt with the beginning of its response, at most 4 KB. */
export function presentAttempt(attempt: WebhookAttempt) {
  const { number, status_code, error, response_excerpt, duration_ms, created_at } = attempt;
  return {
    number,
    status_code,
    error,
    response_excerpt,
    duration_ms,
    created_at: timestampText(created_at),
  };
}
