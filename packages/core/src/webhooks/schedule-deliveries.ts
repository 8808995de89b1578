import { makeId } from '@guichet/kernel/ids';
import type { Mode } from '../database/columns.ts';
import type { Connection } from '../database/connect.ts';
import { addJob } from '../jobs/queries.ts';
import { insertDeliveries, listEnabledEndpoints } from './queries.ts';

/** One delivery and one job for each endpoint that listens to the event, in the caller's transaction. */
export async function scheduleDeliveries(
  tx: Connection,
  event: { merchant_id: string; mode: Mode; event_id: string; type: string; at: Date },
): Promise<void> {
  const { merchant_id, mode, event_id, type, at } = event;
  const endpoints = (await listEnabledEndpoints(tx, merchant_id, mode)).filter(
    (endpoint) => endpoint.event_types === null || endpoint.event_types.includes(type),
  );
  if (endpoints.length === 0) return;
  const deliveries = endpoints.map((endpoint) => ({
    merchant_id,
    id: makeId('delivery'),
    event_id,
    endpoint_id: endpoint.id,
    status: 'waiting' as const,
    attempts: 0,
    next_attempt_at: at,
    created_at: at,
    delivered_at: null,
  }));
  await insertDeliveries(tx, deliveries);
  for (const { id } of deliveries) await addDeliveryJob(tx, { merchant_id, delivery_id: id });
}

/**
 * Plans a try of a delivery, for now when no time is given. There is one job for each delivery: when a process dies
 * between a try and the end of its job, the job runs again, and would otherwise plan a second line of tries.
 */
export async function addDeliveryJob(
  tx: Connection,
  delivery: { merchant_id: string; delivery_id: string },
  run_at?: Date,
): Promise<void> {
  await addJob(tx, {
    task: 'deliver_webhook',
    payload: delivery,
    key: `deliver_webhook:${delivery.delivery_id}`,
    ...(run_at && { run_at }),
  });
}
