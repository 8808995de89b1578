import { timestampText } from '@guichet/kernel/clock';
import { makeId } from '@guichet/kernel/ids';
import type { Mode } from '../platform/database/columns.ts';
import type { Connection } from '../platform/database/connect.ts';
import { forMany } from '../platform/groups/for-many.ts';
import { insertEvents, joinFeed, type Owner } from './queries.ts';
import type { EventType } from './types.ts';
import { scheduleDeliveries } from './webhooks/deliveries/schedule.ts';

/** An event to write: its type and its object. */
export interface EventInput {
  readonly merchant_id: string;
  readonly mode: Mode;
  readonly type: EventType;
  readonly object_id: string;
  /** The current object, in the form that merchants see. */
  readonly data: unknown;
  readonly at: Date;
}

/**
 * Writes an event and its deliveries in the caller's transaction, which has locked the object.
 *
 * @returns the id of the event
 */
export const emitEvent = forMany<EventInput, string>('write', async (tx, inputs) => {
  const ids = new Map<EventInput, string>();
  const feeds = Map.groupBy(inputs, ({ merchant_id, mode }) => `${merchant_id} ${mode}`);
  // A group of events may lock several feeds. They are always locked in the same order, to avoid deadlocks.
  for (const [, some] of [...feeds].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const [owner] = some;
    if (!owner) continue;
    const made = await emitEvents(tx, owner, some);
    for (const [index, input] of some.entries()) ids.set(input, made[index] ?? '');
  }
  return inputs.map((input) => ids.get(input) ?? '');
});

/** Writes an event without deliveries in the caller's transaction, which has locked the object. */
export async function writeEvent(
  tx: Connection,
  input: EventInput,
): Promise<{ readonly id: string; readonly sequence: number }> {
  const { merchant_id, mode, type, object_id, at } = input;
  const id = makeId('event');
  const last = await joinFeed(tx, { merchant_id, mode }, [object_id]);
  const sequence = (last.get(object_id) ?? 0) + 1;
  const body = bodyOf(input, id, sequence);
  await insertEvents(tx, { merchant_id, mode }, [{ id, type, object_id, sequence, body, created_at: at }]);
  return { id, sequence };
}

/**
 * Writes many events of one merchant and mode with their deliveries, in the given order. The caller's transaction
 * has locked all the objects. It should end soon, because later events do not appear in the feed until it has
 * ended.
 *
 * @returns the ids of the events, in the same order
 */
export async function emitEvents(
  tx: Connection,
  owner: Owner,
  inputs: readonly Omit<EventInput, keyof Owner>[],
): Promise<readonly string[]> {
  if (inputs.length === 0) return [];
  const { mode } = owner;
  const object_ids = inputs.map(({ object_id }) => object_id);
  // Called before positions are assigned.
  const last = await joinFeed(tx, owner, object_ids);
  const events = inputs.map((input) => {
    const { type, object_id, at } = input;
    const id = makeId('event');
    const sequence = (last.get(object_id) ?? 0) + 1;
    last.set(object_id, sequence);
    const body = bodyOf({ ...input, mode }, id, sequence);
    return { id, type, object_id, sequence, body, at, created_at: at };
  });
  const is_listened = await insertEvents(tx, owner, events);
  if (is_listened) await scheduleDeliveries(tx, owner, events);
  return events.map(({ id }) => id);
}

/** Returns the body as text. It is also stored as text, so that every attempt signs and sends the same bytes. */
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
