import { timestampText } from '@guichet/kernel/clock';
import { AppError } from '@guichet/kernel/errors';
import type { Context } from '../../../platform/context.ts';
import { presentAttempt, presentDelivery } from './present.ts';
import { findDelivery, listAttemptsOfDeliveries, listObjectDeliveries } from './queries.ts';

/** The merchant and id of a delivery. The id of another merchant's delivery counts as unknown. */
export interface DeliveryKey {
  readonly merchant_id: string;
  readonly delivery_id: string;
}

/**
 * Gets a delivery with its attempts, oldest first.
 *
 * @throws AppError `delivery_not_found`
 */
export async function showDelivery(
  ctx: Pick<Context, 'db'>,
  { merchant_id, delivery_id }: DeliveryKey,
): Promise<ReturnType<typeof presentDelivery> & { tries: ReturnType<typeof presentAttempt>[] }> {
  const delivery = await findDelivery(ctx.db, merchant_id, delivery_id);
  if (!delivery) throw new AppError('delivery_not_found');
  const tries = await listAttemptsOfDeliveries(ctx.db, merchant_id, [delivery_id]);
  return { ...presentDelivery(delivery), tries: tries.map(presentAttempt) };
}

/** Lists the deliveries of an object's events with every attempt, for the operator of the service. */
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
    attempts: tries.filter(({ delivery_id }) => delivery_id === delivery.id).map(presentAttempt),
  }));
}
