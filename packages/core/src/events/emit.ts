import { timestampText } from '@guichet/kernel/clock';
import { makeId } from '@guichet/kernel/ids';
import type { Mode } from '../platform/database/columns.ts';
import type { Connection } from '../platform/database/connect.ts';
import { insertEvent, insertEvents, joinFeed, lastSequences, nextSequence, type Owner } from './queries.ts';
import type { EventType } from './types.ts';
import { scheduleDeliveries } from './webhooks/deliveries/schedule.ts';

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
  const { type, object_id, at } = input;
  const { id, sequence, is_listened } = await writeEvent(tx, input);
  if (is_listened) await scheduleDeliveries(tx, input, [{ id, type, object_id, sequence, at }]);
  return id;
}

/**
 * Writes an event that no endpoint is told of, in the caller's transaction, which holds the object.
 */
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
 * Writes many events of one merchant and mode with their deliveries, as {@link emitEvent} writes one: the feed gives
 * them in this order. The caller's transaction holds all the objects, and should have little left to do: until it ends,
 * nobody sees what comes after these in the feed.
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
  // Before positions are given out; and not earlier than need be.
  const { is_listened } = await joinFeed(tx, owner);
  await insertEvents(tx, owner, events);
  if (is_listened) await scheduleDeliveries(tx, owner, events);
}

/** Kept as text, so that what is signed and sent never changes from one try to the next. */
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
