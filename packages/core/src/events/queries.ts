import { type Selectable, sql } from 'kysely';
import type { Connection } from '../database/connect.ts';
import type { EventTable } from '../database/schema.ts';

export type Event = Selectable<EventTable>;

/** The next number of an object's events. The caller holds the object, so no one else can take it. */
export async function nextSequence(tx: Connection, merchant_id: string, object_id: string): Promise<number> {
  const { sequence } = await tx
    .selectFrom('events')
    .select(sql<number>`coalesce(max(sequence), 0) + 1`.as('sequence'))
    .where('merchant_id', '=', merchant_id)
    .where('object_id', '=', object_id)
    .executeTakeFirstOrThrow();
  return sequence;
}

export async function insertEvent(tx: Connection, event: Event): Promise<void> {
  await tx.insertInto('events').values(event).execute();
}

export function findEvent(db: Connection, merchant_id: string, id: string): Promise<Event | undefined> {
  return db
    .selectFrom('events')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** In the order in which they happened. */
export function listObjectEvents(db: Connection, merchant_id: string, object_id: string): Promise<Event[]> {
  return db
    .selectFrom('events')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('object_id', '=', object_id)
    .orderBy('sequence')
    .execute();
}
