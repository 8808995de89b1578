import { timestampText } from '@guichet/kernel/clock';
import { makeId } from '@guichet/kernel/ids';
import type { Mode } from '../database/columns.ts';
import type { Connection } from '../database/connect.ts';
import { scheduleDeliveries } from '../webhook-deliveries/schedule.ts';
import { insertEvent, nextSequence } from './queries.ts';
import type { EventType } from './types.ts';

/** What happened, and to what. */
export interface EventInput {
  readonly merchant_id: string;
  readonly mode: Mode;
  readonly type: EventType;
  readonly object_id: string;
  /** The object as it is now, as merchants see it. */
  readonly data: unknown;
  readonly at: Date;
}

/**
 * Writes an event and its deliveries in the caller's transaction, which holds the object.
 *
 * @returns the id of the event
 */
export async function emitEvent(tx: Connection, input: EventInput): Promise<string> {
  const { merchant_id, mode, type, object_id, at } = input;
  const { id, sequence, is_listened } = await writeEvent(tx, input);
  if (is_listened)
    await scheduleDeliveries(tx, { merchant_id, mode, event_id: id, type, object_id, sequence, at });
  return id;
}

/**
 * Writes an event that no endpoint is told of, in the caller's transaction, which holds the object.
 * The body is kept as text, so that what is signed and sent never changes from one try to the next.
 */
export async function writeEvent(
  tx: Connection,
  { merchant_id, mode, type, object_id, data, at }: EventInput,
): Promise<{ readonly id: string; readonly sequence: number; readonly is_listened: boolean }> {
  const id = makeId('event');
  const { sequence, is_listened } = await nextSequence(tx, { merchant_id, mode }, object_id);
  const body = JSON.stringify({
    id,
    event: type,
    created_at: timestampText(at),
    livemode: mode === 'live',
    sequence,
    data,
  });
  await insertEvent(tx, { merchant_id, id, mode, type, object_id, sequence, body, created_at: at });
  return { id, sequence, is_listened };
}
