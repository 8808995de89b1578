import { type Selectable, sql } from 'kysely';
import { chunksOf } from '../platform/database/chunks.ts';
import type { Mode } from '../platform/database/columns.ts';
import type { Connection } from '../platform/database/connect.ts';
import type { EventTable } from '../platform/database/tables/events.ts';

export type Event = Selectable<EventTable>;

/** The merchant and mode of a feed. */
export interface Owner {
  readonly merchant_id: string;
  readonly mode: Mode;
}

/** Number of a feed's advisory lock. Feeds whose numbers collide only wait for each other. */
const feedLock = ({ merchant_id, mode }: Owner) =>
  sql`hashtextextended(${`events ${merchant_id} ${mode}`}, 0)`;

/**
 * Takes the next sequence number of an object. The caller has locked the object, so nobody else can take the
 * same.
 *
 * Also takes a shared lock on the feed until the transaction ends: positions are assigned before they are
 * committed, and {@link findSettledPosition} has to know that one is under way.
 *
 * @returns the number, and whether the merchant has an enabled endpoint
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

/**
 * Takes a shared lock on the feed until the transaction ends, as {@link nextSequence} does.
 *
 * @returns whether the merchant has an enabled endpoint
 */
export async function joinFeed(tx: Connection, owner: Owner): Promise<{ readonly is_listened: boolean }> {
  const { rows } = await sql<{ is_listened: boolean }>`
    select pg_advisory_xact_lock_shared(${feedLock(owner)}), exists (
      select from webhook_endpoints
      where merchant_id = ${owner.merchant_id} and mode = ${owner.mode} and enabled
    ) as is_listened`.execute(tx);
  return { is_listened: rows[0]?.is_listened === true };
}

/**
 * Finds the sequence numbers of objects' last events; objects without events are omitted. The caller has
 * locked the objects.
 */
export async function lastSequences(
  tx: Connection,
  merchant_id: string,
  object_ids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ object_id: string; sequence: number }>`
    select object_id, max(sequence) as sequence from events
    where merchant_id = ${merchant_id} and object_id = any (${[...object_ids]}::text[])
    group by object_id`.execute(tx);
  return new Map(rows.map(({ object_id, sequence }) => [object_id, sequence]));
}

export async function insertEvent(tx: Connection, event: Omit<Event, 'position'>): Promise<void> {
  await tx.insertInto('events').values(event).execute();
}

/** Inserts events of one merchant and mode, with positions in this order. */
export async function insertEvents(
  tx: Connection,
  { merchant_id, mode }: Owner,
  events: readonly Omit<Event, 'merchant_id' | 'mode' | 'position'>[],
): Promise<void> {
  for (const some of chunksOf(events)) {
    await sql`
      insert into events (merchant_id, mode, id, type, object_id, sequence, body, created_at)
      select ${merchant_id}, ${mode}, one.id, one.type, one.object_id, one.sequence, one.body, one.created_at
      from unnest(
        ${some.map(({ id }) => id)}::text[], ${some.map(({ type }) => type)}::text[],
        ${some.map(({ object_id }) => object_id)}::text[], ${some.map(({ sequence }) => sequence)}::int[],
        ${some.map(({ body }) => body)}::text[],
        ${some.map(({ created_at }) => created_at.toISOString())}::timestamptz[]
      ) with ordinality as one (id, type, object_id, sequence, body, created_at, place)
      order by one.place`.execute(tx);
  }
}

export function findEvent(db: Connection, merchant_id: string, id: string): Promise<Event | undefined> {
  return db
    .selectFrom('events')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Lists events newest first, older than `before`, of one type or object if given. */
export function listNewestEvents(
  db: Connection,
  owner: Owner,
  page: {
    readonly type: string | null;
    readonly object_id: string | null;
    readonly before: string | null;
    readonly limit: number;
  },
): Promise<Event[]> {
  const { type, object_id, before } = page;
  return (
    db
      .selectFrom('events')
      .selectAll()
      .where('merchant_id', '=', owner.merchant_id)
      .where('mode', '=', owner.mode)
      .$if(type !== null, (query) => query.where('type', '=', type ?? ''))
      // Redundant, but it lets the planner use the partial index of these.
      .$if(type !== null && type !== 'payment.successful', (query) =>
        query.where(sql<boolean>`type <> 'payment.successful'`),
      )
      .$if(object_id !== null, (query) => query.where('object_id', '=', object_id ?? ''))
      .$if(before !== null, (query) => query.where('id', '<', before ?? ''))
      .orderBy('id', 'desc')
      .limit(page.limit)
      .execute()
  );
}

/** Lists an object's events in the order in which they happened. */
export function listObjectEvents(db: Connection, merchant_id: string, object_id: string): Promise<Event[]> {
  return db
    .selectFrom('events')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('object_id', '=', object_id)
    .orderBy('sequence')
    .execute();
}

/** @returns undefined when the feed has no such event */
export async function findPosition(db: Connection, owner: Owner, id: string): Promise<bigint | undefined> {
  const found = await db
    .selectFrom('events')
    .select('position')
    .where('merchant_id', '=', owner.merchant_id)
    .where('mode', 'is not distinct from', owner.mode)
    .where('id', '=', id)
    .executeTakeFirst();
  return found?.position;
}

/** @returns undefined when no event of the feed has this position */
export async function findIdAt(db: Connection, owner: Owner, position: bigint): Promise<string | undefined> {
  const found = await db
    .selectFrom('events')
    .select('id')
    .where('merchant_id', '=', owner.merchant_id)
    .where('mode', '=', owner.mode)
    .where('position', '=', position)
    .executeTakeFirst();
  return found?.id;
}

/**
 * Finds the feed's last position once no transaction is writing: every earlier position is committed or
 * rolled back, and new ones are later. Blocks the feed's writers while it waits for the current ones.
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

/** Lists a feed oldest first: after `after`, up to and including `up_to`. */
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

/** Finds which feeds have events after a position, in one query for all. */
export async function listFeedsWithNews(
  db: Connection,
  feeds: readonly (Owner & { readonly after: bigint })[],
): Promise<Owner[]> {
  const merchant_ids = feeds.map(({ merchant_id }) => merchant_id);
  const modes = feeds.map(({ mode }) => mode);
  const afters = feeds.map(({ after }) => String(after));
  const { rows } = await sql<Owner>`
    select feed.merchant_id, feed.mode
    from unnest(${merchant_ids}::text[], ${modes}::text[], ${afters}::bigint[]) as feed (merchant_id, mode, after)
    where exists (
      select from events
      where events.merchant_id = feed.merchant_id and events.mode = feed.mode and events.position > feed.after
    )`.execute(db);
  return rows;
}
