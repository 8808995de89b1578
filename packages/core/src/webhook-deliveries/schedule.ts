import { makeId } from '@guichet/kernel/ids';
import type { Mode } from '../database/columns.ts';
import type { Connection } from '../database/connect.ts';
import { listEnabledEndpoints } from '../webhook-endpoints/queries.ts';
import { findEarlierDue, insertDeliveries } from './queries.ts';

/** What is to be told. */
export interface NewEvent {
  readonly merchant_id: string;
  readonly mode: Mode;
  readonly event_id: string;
  readonly type: string;
  readonly object_id: string;
  readonly sequence: number;
  readonly at: Date;
}

/** One delivery for each endpoint that listens to the event, in the caller's transaction. */
export async function scheduleDeliveries(tx: Connection, event: NewEvent): Promise<void> {
  const { merchant_id, mode, type, object_id, sequence, at } = event;
  const endpoints = (await listEnabledEndpoints(tx, merchant_id, mode)).filter(
    (endpoint) => endpoint.event_types === null || endpoint.event_types.includes(type),
  );
  if (endpoints.length === 0) return;
  const earlier = sequence === 1 ? new Map<string, Date>() : await findEarlierDue(tx, merchant_id, object_id);
  await insertDeliveries(
    tx,
    { merchant_id, event_id: event.event_id, sequence, created_at: at },
    endpoints.map(({ id: endpoint_id }) => {
      const due = earlier.get(endpoint_id);
      return {
        id: makeId('delivery'),
        endpoint_id,
        next_attempt_at: due !== undefined && due > at ? due : at,
      };
    }),
  );
}
