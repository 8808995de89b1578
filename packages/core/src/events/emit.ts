import { timestampText } from '@guichet/kernel/clock';
import { makeId } from '@guichet/kernel/ids';
import type { Mode } from '../platform/database/columns.ts';
import type { Connection } from '../platform/database/connect.ts';
import { insertEvent, insertEvents, joinFeed, lastSequences, nextSequence, type Owner } from './queries.ts';
import type { EventType } from './types.ts';
import { scheduleDeliveries } from './webhooks/deliveries/schedule.ts';

/** An event to write: its type and its object. */
export interface EventInput {
  readonly merchant_id: string;
  readonly mode: Mode;
  readonly type: EventType;
  readonly object_id: string;
  /** The object as it is now, in the form that merchants see. */
  readonly data: unknown;
  readonly at: Date;
}

/**
 * Writes an event and its deliveries in the caller's transaction, which has locked the object.
 *
 * @returns the id of the event
 */
export async function emitEvent(tx: Connection, input: EventInput): Promise<string> {
  const { type, object_id, at } = input;
  const { id, sequence, is_listened } = await writeEvent(tx, input);
  if (is_listened) await scheduleDeliveries(tx, input, [{ id, type, object_id, sequence, at }]);
  return id;
}

/** Writes an event without deliveries in the caller's transaction, which has locked the object. */
export async function writeEvent(
  tx: Connection,
  input: EventInput,
): Promise<{ readonly id: string; readonly sequence: number; readonly is_listened: boolean }> {
  const { merchant_id, mode, type, object_id, at } = input;
  const id = makeId('event');
  const { sequence, is_listened } = await nextSequence(tx, { merchant_id, mode }, object_id);
  const body = bodyOf(input, id, sequence);
  await insertEvent(tx, { merchant_id, id, mode, type, object_id, sequence, body, created_at: at });
  return { id, sequence, is_listened };
}

/**
 * Writes many events of one merchant and mode with their deliveries, in this order. The caller's transaction
 * has locked all the objects, and should end soon: until then nobody sees later events in the feed.
 */
export async function emitEvents(
  tx: Connection,
  owner: Owner,
  inputs: readonly Omit<EventInput, keyof Owner>[],
): Promise<void> {
  if (inputs.length === 0) return;
  const { merchant_id, mode } = owner;
  const object_ids = inputs.map(({ object_id }) => object_id);
  const last = await lastSequences(tx, merchant_id, object_ids);
  const events = inputs.map((input) => {
    const { type, object_id, at } = input;
    const id = makeId('event');
    const sequence = (last.get(object_id) ?? 0) + 1;
    last.set(object_id, sequence);
    const body = bodyOf({ ...input, mode }, id, sequence);
    return { id, type, object_id, sequence, body, at, created_at: at };
  });
  // Before positions are assigned, and no earlier than necessary.
  const { is_listened } = await joinFeed(tx, owner);
  await insertEvents(tx, owner, events);
  if (is_listened) await scheduleDeliveries(tx, owner, events);
}

/** Stored as text, so that every attempt signs and sends the same bytes. */
function bodyOf(
  { mode, type, data, at }: Omit<EventInput, 'merchant_id'>,
  id: string,
  sequence: number,
): string {
  return JSON.stringify({
    id,
    event: type,
    created_at: timestampText(at),
    livemode: mode === 'live',
    sequence,
    data,
  });
}
