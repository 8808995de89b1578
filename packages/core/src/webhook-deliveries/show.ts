import { timestampText } from '@guichet/kernel/clock';
import type { Context } from '../context.ts';
import { listAttemptsOfDeliveries, listObjectDeliveries } from './queries.ts';

/** The deliveries of an object's events with every try, for the person who runs the service. */
export async function showDeliveries(ctx: Pick<Context, 'db'>, merchant_id: string, object_id: string) {
  const deliveries = await listObjectDeliveries(ctx.db, merchant_id, object_id);
  if (deliveries.length === 0) return [];
  const tries = await listAttemptsOfDeliveries(
    ctx.db,
    merchant_id,
    deliveries.map(({ id }) => id),
  );
  return deliveries.map((delivery) => ({
    id: delivery.id,
    event_id: delivery.event_id,
    endpoint_id: delivery.endpoint_id,
    status: delivery.status,
    next_attempt_at: delivery.next_attempt_at === null ? null : timestampText(delivery.next_attempt_at),
    delivered_at: delivery.delivered_at === null ? null : timestampText(delivery.delivered_at),
    attempts: tries
      .filter(({ delivery_id }) => delivery_id === delivery.id)
      .map(({ number, status_code, error, response_excerpt, duration_ms, created_at }) => ({
        number,
        status_code,
        error,
        response_excerpt,
        duration_ms,
        created_at: timestampText(created_at),
      })),
  }));
}
