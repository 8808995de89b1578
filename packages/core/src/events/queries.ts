import { type Selectable, sql } from 'kysely';
import { chunksOf } from '../platform/database/chunks.ts';
import type { Mode } from '../platform/database/columns.ts';
import type { Connection } from '../platform/database/connect.ts';
import { keysOf, ofMerchant } from '../platform/database/records/queries.ts';
import type { EventTable } from '../platform/database/tables/events.ts';
import { forMany } from '../platform/groups/for-many.ts';

export type Event = Selectable<EventTable>;

/** The merchant and mode of a feed. */
export interface Owner {
  readonly merchant_id: string;
  readonly mode: Mode;
}

/**
 * Returns the number of a feed's advisory lock. If two feeds happen to get the same number, the only effect is that
 * they wait for each other.
 */
const feedLock = ({ merchant_id, mode }: Owner) =>
  sql`hashtextextended(${`events ${merchant_id} ${mode}`}, 0)`;

/**
 * Takes a shared lock on the feed until the transaction ends: positions are assigned before they are committed, and
 * {@link findSettledPosition} has to detect transactions in progress. The caller has locked the objects, so that no
 * other transaction can take the same sequence numbers.
 *
 * @returns the sequence number of each object's last event, or a higher number that a lost event may have
 * had; objects with neither are omitted
 */
export async function joinFeed(
  tx: Connection,
  { merchant_id, mode }: Owner,
  object_ids: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ last: Record<string, number> | null }>`
    select pg_advisory_xact_lock_shared(${feedLock({ merchant_id, mode })}), (
      select json_object_agg(object_id, sequence) from (
        select object_id, greatest(
          (
            select max(sequence) from events
            where events.merchant_id = ${merchant_id} and events.object_id = named.object_id
          ),
          (select max(lost_sequence) from recoveries)
        ) as sequence
        from json_array_elements_text(${JSON.stringify([...new Set(object_ids)])}::json) as named (object_id)
      ) as known
      where sequence is not null
    ) as last`.execute(tx);
  return new Map(Object.entries(rows[0]?.last ?? {}));
}

/**
 * Inserts events of one merchant and mode, with positions in the given order. The caller has joined the feed.
 *
 * @returns whether the merchant has an enabled endpoint. This is read after the feed has been locked: a transaction
 * that enables an endpoint also locks the feed, so it has either ended or has to wait.
 */
export async function insertEvents(
  tx: Connection,
  { merchant_id, mode }: Owner,
  events: readonly Omit<Event, 'merchant_id' | 'mode' | 'position'>[],
): Promise<boolean> {
  let is_listened = false;
  for (const some of chunksOf(events)) {
    const { rows } = await sql<{ is_listened: boolean }>`
      with written as (
        insert into events (merchant_id, mode, id, type, object_id, sequence, body, created_at)
        select ${merchant_id}, ${mode}, one.id, one.type, one.object_id, one.sequence, one.body, one.created_at
        from unnest(
          ${some.map(({ id }) => id)}::text[], ${some.map(({ type }) => type)}::text[],
          ${some.map(({ object_id }) => object_id)}::text[], ${some.map(({ sequence }) => sequence)}::int[],
          ${some.map(({ body }) => body)}::text[],
          ${some.map(({ created_at }) => created_at.toISOString())}::timestamptz[]
        ) with ordinality as one (id, type, object_id, sequence, body, created_at, place)
        order by one.place
      )
      select exists (
        select 1 from webhook_endpoints
        where merchant_id = ${merchant_id} and mode = ${mode} and enabled
      ) as is_listened`.execute(tx);
    is_listened = rows[0]?.is_listened === true;
  }
  return is_listened;
}

export function findEvent(db: Connection, merchant_id: string, id: string): Promise<Event | undefined> {
  return db
    .selectFrom('events')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Lists events newest first, older than `before`, of one type or object if given. The order is that of the index
 * which finds them: a merchant's events have none by id, and their order in the feed is nearly the same.
 */
export function listNewestEvents(
  db: Connection,
  { merchant_id, mode }: Owner,
  page: {
    readonly type: string | null;
    readonly object_id: string | null;
    readonly before: string | null;
    readonly limit: number;
  },
): Promise<Event[]> {
  const { type, object_id, before } = page;
  const isRare = type !== null && type !== 'payment.successful';
  const order = object_id !== null ? 'sequence' : isRare ? 'id' : 'position';
  return (
    db
      .selectFrom('events')
      .selectAll()
      .where('merchant_id', '=', merchant_id)
      .where('mode', '=', mode)
      .$if(type !== null, (query) => query.where('type', '=', type ?? ''))
      // Redundant, but it lets the planner use the partial index of these events.
      .$if(isRare, (query) => query.where(sql<boolean>`type <> 'payment.successful'`))
      .$if(object_id !== null, (query) => query.where('object_id', '=', object_id ?? ''))
      .$if(before !== null, (query) =>
        query.where(order, '<', (last) =>
          last
            .selectFrom('events')
            .select(order)
            .where('merchant_id', '=', merchant_id)
            .where('mode', 'is not distinct from', mode)
            .where('id', '=', before ?? ''),
        ),
      )
      .orderBy(order, 'desc')
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

/** An event's place in its feed. */
export type Place = Pick<Event, 'id' | 'position'>;

/** @returns the first event of a feed at or after a position; undefined when there is none */
export function findPlaceFrom(db: Connection, owner: Owner, position: bigint): Promise<Place | undefined> {
  return selectPlaces(db, owner)
    .where('position', '>=', position)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
}

/** @returns the last event of a feed; undefined when it is empty */
export function findLastPlace(db: Connection, owner: Owner): Promise<Place | undefined> {
  return selectPlaces(db, owner).orderBy('position', 'desc').limit(1).executeTakeFirst();
}

function selectPlaces(db: Connection, { merchant_id, mode }: Owner) {
  return db
    .selectFrom('events')
    .select(['id', 'position'])
    .where('merchant_id', '=', merchant_id)
    .where('mode', '=', mode);
}

/**
 * Waits until no transaction is writing to the feed, and lets none write until the caller's transaction ends.
 *
 * @param wait_ms the longest wait; it also applies to all later locks in the transaction
 * @throws pg.DatabaseError 55P03 when a writer takes longer
 */
export async function holdFeed(tx: Connection, owner: Owner, wait_ms: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(wait_ms)}, true)`.execute(tx);
  await sql`select pg_advisory_xact_lock(${feedLock(owner)})`.execute(tx);
}

/**
 * Finds the feed's last position once no transaction is writing: all positions up to it have been committed or
 * rolled back, and any new position will be greater. Blocks the feed's writers while it waits for the current ones.
 *
 * @param wait_ms longest wait
 * @throws pg.DatabaseError 55P03 when a writer takes longer
 */
export async function findSettledPosition(tx: Connection, owner: Owner, wait_ms: number): Promise<bigint> {
  await holdFeed(tx, owner, wait_ms);
  const { position } = await tx
    .selectFrom('events')
    .select(({ fn }) => fn.max('position').as('position'))
    .where('merchant_id', '=', owner.merchant_id)
    .where('mode', '=', owner.mode)
    .executeTakeFirstOrThrow();
  return position ?? 0n;
}

/** Consecutive events of a feed, and the last position among them; 0 if there are none. */
interface FeedPart {
  readonly events: readonly Pick<Event, 'id' | 'body'>[];
  readonly last: bigint;
}

/**
 * Reads a feed, oldest first: after the event `after` (from the beginning if null), up to and including the
 * position `up_to` (to the end if null). Returns undefined if the feed has no such event.
 */
export const readFeed = forMany<
  Owner & { readonly after: string | null; readonly up_to: bigint | null; readonly limit: number },
  FeedPart | undefined
>('read', async (db, parts) => {
  // The texts contain no line breaks, so those of a page are joined into one row: the driver takes as long to read
  // one column of one row as to read the text of a whole page.
  const { rows } = await sql<{
    ids: string | null;
    bodies: string | null;
    last: bigint | null;
    known: boolean;
  }>`
    select page.ids, page.bodies, page.last, (wanted.after is null or start.position is not null) as known
    from ${keysOf(
      parts.map((part, place) => ({ ...part, place })),
      'merchant_id text, mode text, after text, up_to bigint, "limit" int, place int',
    )}
    left join lateral (
      select position from events
      where id = wanted.after and merchant_id = wanted.merchant_id and mode is not distinct from wanted.mode
        ${ofMerchant(db, 'merchant_id', parts)}
      limit 1
    ) as start on true
    cross join lateral (
      select string_agg(id, E'\n') as ids, string_agg(body, E'\n') as bodies, max(position) as last from (
        select id, body, position from events
        where mode = wanted.mode and merchant_id = wanted.merchant_id
          and position > case when wanted.after is null then 0 else start.position end
          and position <= coalesce(wanted.up_to, 9223372036854775807) ${ofMerchant(db, 'merchant_id', parts)}
        order by position
        limit wanted.limit
      ) as one
    ) as page
    order by wanted.place`.execute(db);
  return rows.map(({ ids, bodies, last, known }) => {
    if (!known) return undefined;
    const texts = bodies?.split('\n') ?? [];
    return {
      events: (ids?.split('\n') ?? []).map((id, at) => ({ id, body: texts[at] ?? '' })),
      last: last ?? 0n,
    };
  });
});

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

/** A feed, as far as a reader knows it. */
export interface KnownFeed extends Owner {
  /** A position with an event, or 0. */
  readonly after: bigint;
  /** The id of the event at that position; null for none. */
  readonly last_id: string | null;
}

/**
 * Finds which feeds have events after a position, and which have lost the event at it, in one query for all.
 *
 * @returns `is_lost` when the database was restored or failed over to a standby without that event: positions that
 * were read before may have been assigned again
 */
export async function listFeedsWithNews(
  db: Connection,
  feeds: readonly KnownFeed[],
): Promise<(Owner & { readonly is_lost: boolean })[]> {
  const merchant_ids = feeds.map(({ merchant_id }) => merchant_id);
  const modes = feeds.map(({ mode }) => mode);
  const afters = feeds.map(({ after }) => String(after));
  const last_ids = feeds.map(({ last_id }) => last_id);
  const { rows } = await sql<Owner & { is_lost: boolean }>`
    select feed.merchant_id, feed.mode, found.is_lost
    from unnest(${merchant_ids}::text[], ${modes}::text[], ${afters}::bigint[], ${last_ids}::text[])
      as feed (merchant_id, mode, after, last_id)
    cross join lateral (
      select feed.last_id is not null and not exists (
        select from events where events.merchant_id = feed.merchant_id and events.id = feed.last_id
      ) as is_lost
    ) as found
    where found.is_lost or exists (
      select from events
      where events.merchant_id = feed.merchant_id and events.mode = feed.mode and events.position > feed.after
    )`.execute(db);
  return rows;
}
