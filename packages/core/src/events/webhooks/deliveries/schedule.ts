import { makeId } from '@guichet/kernel/ids';
import type { Connection } from '../../../platform/database/connect.ts';
import type { Owner } from '../../queries.ts';
import { listEnabledEndpoints } from '../endpoints/queries.ts';
import { findEarlierDue, insertDeliveries } from './queries.ts';

/** An event to deliver. */
export interface NewEvent {
  readonly id: string;
  readonly type: string;
  readonly object_id: string;
  readonly sequence: number;
  readonly at: Date;
}

/** Inserts one delivery for each event and each endpoint that listens to it, in the caller's transaction. */
export async function scheduleDeliveries(
  tx: Connection,
  { merchant_id, mode }: Owner,
  events: readonly NewEvent[],
): Promise<void> {
  const endpoints = await listEnabledEndpoints(tx, merchant_id, mode);
  const planned = events.flatMap((event) =>
    endpoints
      .filter(({ event_types }) => event_types === null || event_types.includes(event.type))
      .map(({ id: endpoint_id }) => ({ event, endpoint_id })),
  );
  if (planned.length === 0) return;
  const told_before = planned.flatMap(({ event }) => (event.sequence === 1 ? [] : [event.object_id]));
  const earlierDue = await findEarlierDue(tx, merchant_id, told_before);
  await insertDeliveries(
    tx,
    merchant_id,
    planned.map(({ event: { id: event_id, object_id, sequence, at }, endpoint_id }) => {
      const due = earlierDue(object_id, endpoint_id);
      return {
        ...{ id: makeId('delivery'), event_id, endpoint_id, sequence, created_at: at },
        next_attempt_at: due !== undefined && due > at ? due : at,
      };
    }),
  );
}
