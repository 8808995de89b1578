import { type Selectable, sql } from 'kysely';
import type { Mode } from '../database/columns.ts';
import type { Connection } from '../database/connect.ts';
import type { EventTable } from '../database/tables/events.ts';

export type Event = Selectable<EventTable>;

/** Whose feed. */
interface Owner {
  readonly merchant_id: string;
  readonly mode: Mode;
}

/** Number of a feed's lock. Feeds that share one by chance only wait for each other. */
const feedLock = ({ merchant_id, mode }: Owner) =>
  sql`hashtextextended(${`events ${merchant_id} ${mode}`}, 0)`;

/**
 * The next number of an object's events. The caller holds the object, so no one else can take it.
 *
 * Also takes, until the transaction ends, this writer's share of the feed's lock: positions are given out before they
 * are committed, and {@link findSettledPosition} has to know that one is on its way.
 *
 * @returns the number, and whether the merchant has an endpoint that is on
 */
export async function nextSequence(
  tx: Connection,
  owner: Owner,
  object_id: string,
): Promise<{ readonly sequence: number; readonly is_listened: boolean }> {
  return tx
    .selectFrom('events')
    .select([
      sql<number>`coalesce(max(sequence), 0) + 1`.as('sequence'),
      sql`pg_advisory_xact_lock_shared(${feedLock(owner)})`.as('shared'),
      sql<boolean>`exists (
        select from webhook_endpoints
        where merchant_id = ${owner.merchant_id} and mode = ${owner.mode} and enabled
      )`.as('is_listened'),
    ])
    .where('merchant_id', '=', owner.merchant_id)
    .where('object_id', '=', object_id)
    .executeTakeFirstOrThrow();
}

export async function insertEvent(tx: Connection, event: Omit<Event, 'position'>): Promise<void> {
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

/** @returns undefined when the feed has no such event. */
export async function findPosition(db: Connection, owner: Owner, id: string): Promise<bigint | undefined> {
  const found = await db
    .selectFrom('events')
    .select('position')
    .where('merchant_id', '=', owner.merchant_id)
    .where('mode', '=', owner.mode)
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.position;
}

/**
 * The feed's last position, once nobody is writing: whoever has an earlier one has committed or given up, and whoever
 * comes now gets a later one. Holds up the feed's writers while it waits for those who are at it.
 *
 * @param wait_ms longest wait
 * @throws pg.DatabaseError 55P03 when a writer takes longer
 */
export async function findSettledPosition(tx: Connection, owner: Owner, wait_ms: number): Promise<bigint> {
  await sql`select set_config('lock_timeout', ${String(wait_ms)}, true)`.execute(tx);
  await sql`select pg_advisory_xact_lock(${feedLock(owner)})`.execute(tx);
  const { position } = await tx
    .selectFrom('events')
    .select(({ fn }) => fn.max('position').as('position'))
    .where('merchant_id', '=', owner.merchant_id)
    .where('mode', '=', owner.mode)
    .executeTakeFirstOrThrow();
  return position ?? 0n;
}

export async function hasEventsAfter(db: Connection, owner: Owner, position: bigint): Promise<boolean> {
  const found = await db
    .selectFrom('events')
    .select('id')
    .where('merchant_id', '=', owner.merchant_id)
    .where('mode', '=', owner.mode)
    .where('position', '>', position)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Oldest first: later than `after`, up to `up_to`. */
export function listFeed(
  db: Connection,
  owner: Owner,
  page: { after: bigint; up_to: bigint; limit: number },
): Promise<Event[]> {
  return db
    .selectFrom('events')
    .selectAll()
    .where('merchant_id', '=', owner.merchant_id)
    .where('mode', '=', owner.mode)
    .where('position', '>', page.after)
    .where('position', '<=', page.up_to)
    .orderBy('position')
    .limit(page.limit)
    .execute();
}
