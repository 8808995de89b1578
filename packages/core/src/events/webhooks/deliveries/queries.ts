import { lowestIdAt } from '@guichet/kernel/ids';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { chunksOf } from '../../../platform/database/chunks.ts';
import type { Mode } from '../../../platform/database/columns.ts';
import type { Connection } from '../../../platform/database/connect.ts';
import type * as tables from '../../../platform/database/tables/webhooks.ts';
import type { Event } from '../../queries.ts';

export type Delivery = Selectable<tables.WebhookDeliveryTable>;
export type WebhookAttempt = Selectable<tables.WebhookAttemptTable>;

/** Inserts deliveries and, once the transaction commits, notifies the processes that send them. */
export async function insertDeliveries(
  tx: Connection,
  merchant_id: string,
  deliveries: readonly Pick<
    Delivery,
    'id' | 'event_id' | 'endpoint_id' | 'sequence' | 'next_attempt_at' | 'created_at'
  >[],
): Promise<void> {
  // Many events for many endpoints would be too many rows for one statement.
  for (const some of chunksOf(deliveries, 5_000)) {
    const due = some.map(({ next_attempt_at }) => next_attempt_at?.toISOString() ?? null);
    await sql`
      with planned as (
        insert into webhook_deliveries
          (merchant_id, id, event_id, endpoint_id, status, sequence, next_attempt_at, created_at)
        select ${merchant_id}, one.id, one.event_id, one.endpoint_id, 'waiting', one.sequence, one.next_attempt_at,
          one.created_at
        from unnest(
          ${some.map(({ id }) => id)}::text[], ${some.map(({ event_id }) => event_id)}::text[],
          ${some.map(({ endpoint_id }) => endpoint_id)}::text[], ${some.map(({ sequence }) => sequence)}::int[],
          ${due}::timestamptz[], ${some.map(({ created_at }) => created_at.toISOString())}::timestamptz[]
        ) as one (id, event_id, endpoint_id, sequence, next_attempt_at, created_at)
        returning endpoint_id
      )
      select pg_notify('webhook_deliveries', endpoint_id)
      from (select distinct endpoint_id from planned) as told`.execute(tx);
  }
}

/**
 * For each of these objects and each endpoint, finds the latest due time of the deliveries that still await the
 * first attempt of their schedule. Deliveries of later events must not be due before that time, even if the clock
 * of another machine was ahead.
 *
 * @param object_ids no query is made when this is empty
 */
export async function findEarlierDue(
  tx: Connection,
  merchant_id: string,
  object_ids: readonly string[],
): Promise<(object_id: string, endpoint_id: string) => Date | undefined> {
  if (object_ids.length === 0) return () => undefined;
  const { rows } = await sql<{ object_id: string; endpoint_id: string; at: Date | null }>`
    select event.object_id, delivery.endpoint_id, max(delivery.next_attempt_at) as at
    from events as event
    join webhook_deliveries as delivery
      on delivery.merchant_id = event.merchant_id and delivery.event_id = event.id
    where event.merchant_id = ${merchant_id} and event.object_id = any (${[...object_ids]}::text[])
      and delivery.status = 'waiting' and delivery.attempts = delivery.series_start
    group by event.object_id, delivery.endpoint_id`.execute(tx);
  const due = new Map(rows.map(({ object_id, endpoint_id, at }) => [`${object_id} ${endpoint_id}`, at]));
  return (object_id, endpoint_id) => due.get(`${object_id} ${endpoint_id}`) ?? undefined;
}

/** Lists the deliveries of all events of an object, oldest first. */
export function listObjectDeliveries(db: Connection, merchant_id: string, object_id: string) {
  return db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('events as event', (join) =>
      join
        .onRef('event.merchant_id', '=', 'delivery.merchant_id')
        .onRef('event.id', '=', 'delivery.event_id'),
    )
    .selectAll('delivery')
    .where('delivery.merchant_id', '=', merchant_id)
    .where('event.object_id', '=', object_id)
    .orderBy('delivery.id')
    .execute();
}

export function listAttemptsOfDeliveries(
  db: Connection,
  merchant_id: string,
  delivery_ids: readonly string[],
): Promise<WebhookAttempt[]> {
  return db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('delivery_id', 'in', delivery_ids)
    .orderBy('delivery_id')
    .orderBy('number')
    .execute();
}

/** A successful payment whose merchant has yet to acknowledge it. */
export interface Awaited {
  readonly merchant_id: string;
  readonly payment_id: string;
  /** The end of the wait: deliveries whose next attempt is due after it are not awaited. */
  readonly until: Date;
}

/**
 * Lists the ids of successful payments that an enabled endpoint has not acknowledged yet but may still acknowledge
 * in time.
 */
export async function listAwaited(db: Connection, payments: readonly Awaited[]): Promise<string[]> {
  const merchant_ids = payments.map(({ merchant_id }) => merchant_id);
  const payment_ids = payments.map(({ payment_id }) => payment_id);
  const untils = payments.map(({ until }) => until.toISOString());
  const { rows } = await sql<{ payment_id: string }>`
    select distinct awaited.payment_id
    from unnest(${merchant_ids}::text[], ${payment_ids}::text[], ${untils}::timestamptz[])
      as awaited (merchant_id, payment_id, until)
    join events as event
      on event.merchant_id = awaited.merchant_id and event.object_id = awaited.payment_id
      and event.type = 'payment.successful'
    join webhook_deliveries as delivery
      on delivery.merchant_id = event.merchant_id and delivery.event_id = event.id
      and delivery.status = 'waiting' and delivery.next_attempt_at <= awaited.until
    join webhook_endpoints as endpoint
      on endpoint.merchant_id = delivery.merchant_id and endpoint.id = delivery.endpoint_id
      and endpoint.enabled`.execute(db);
  return rows.map(({ payment_id }) => payment_id);
}

/** Filters of a merchant's deliveries. */
export interface DeliverySelection {
  readonly merchant_id: string;
  readonly mode: Mode | null;
  readonly endpoint_id: string | null;
  readonly status: Delivery['status'] | null;
  readonly type: string | null;
  /** Earliest time of the event, inclusive. */
  readonly since: Date | null;
  /** Latest time of the event, exclusive. */
  readonly until: Date | null;
  /** The last delivery of the previous page. */
  readonly after: Pick<Delivery, 'event_id' | 'endpoint_id'> | null;
  readonly limit: number;
}

/** A delivery with its event and the result of its last attempt. */
export interface ListedDelivery extends Delivery, Pick<Event, 'type' | 'object_id' | 'mode'> {
  readonly happened_at: Date;
  /** Time of the next attempt, taking a paused endpoint into account. */
  readonly due_at: Date | null;
  /** Time of the last attempt; null before the first. */
  readonly tried_at: Date | null;
  readonly status_code: number | null;
  readonly error: string | null;
  readonly duration_ms: number | null;
}

const listedDeliveries = sql`
  select delivery.*, event.type, event.object_id, event.mode, event.created_at as happened_at,
    greatest(delivery.next_attempt_at, health.open_until) as due_at,
    last.created_at as tried_at, last.status_code, last.error, last.duration_ms
  from webhook_deliveries as delivery
  join events as event on event.merchant_id = delivery.merchant_id and event.id = delivery.event_id
  left join webhook_attempts as last
    on last.merchant_id = delivery.merchant_id and last.delivery_id = delivery.id and last.number = delivery.attempts
  left join webhook_endpoint_health as health
    on health.merchant_id = delivery.merchant_id and health.endpoint_id = delivery.endpoint_id
      and delivery.status = 'waiting'`;

/**
 * Lists deliveries, newest event first. They are found through events or through the merchant's endpoints, because
 * an index of deliveries by merchant would be one more to write twice for each delivery. Only the waiting deliveries
 * of an endpoint have no index in this order: they are read and sorted.
 */
export async function listDeliveryRows(
  db: Connection,
  selection: DeliverySelection,
): Promise<ListedDelivery[]> {
  const { merchant_id, mode, endpoint_id, status, type, since, until, after, limit } = selection;
  const conditions = [
    sql`delivery.merchant_id = ${merchant_id}`,
    ...(mode === null ? [] : [sql`event.mode = ${mode}`]),
    ...(endpoint_id === null ? [] : [sql`delivery.endpoint_id = ${endpoint_id}`]),
    ...(status === null ? [] : [sql`delivery.status = ${status}`]),
    ...(type === null ? [] : [sql`event.type = ${type}`]),
    ...happenedBetween(sql`delivery.event_id`, since, until),
    ...(after === null
      ? []
      : [
          sql`delivery.event_id <= ${after.event_id}`,
          sql`(delivery.event_id, delivery.endpoint_id) < (${after.event_id}, ${after.endpoint_id})`,
        ]),
  ];
  const found = sql`${listedDeliveries} where ${sql.join(conditions, sql` and `)}`;
  const order = sql`order by event_id desc, endpoint_id desc limit ${limit}`;
  const { rows } = await sql<ListedDelivery>`${chooseSource(found, order, selection)} ${order}`.execute(db);
  return rows;
}

const statuses = ['waiting', 'delivered', 'failed'] as const;

function chooseSource(
  found: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { merchant_id, mode, endpoint_id, status, type }: DeliverySelection,
): RawBuilder<unknown> {
  const isRare = status === 'waiting' || status === 'failed';
  if (type !== null && type !== 'payment.successful' && !isRare) {
    return sql`
      select found.* from (
        select id, created_at from events
        where merchant_id = ${merchant_id} and type = ${type} and type <> 'payment.successful'
          ${mode === null ? sql`` : sql`and mode = ${mode}`}
          -- Older ones have no deliveries any more.
          and id >= ${oldestTold(merchant_id)}
        order by id desc
      ) as told
      cross join lateral (${found} and delivery.event_id = told.id order by endpoint_id desc) as found`;
  }
  // Each status has its own index.
  const parts = (status === null ? statuses : [status]).map(
    (one) => sql`
      select found.* from webhook_endpoints as endpoint
      cross join lateral (
        ${found} and delivery.endpoint_id = endpoint.id and delivery.status = ${sql.lit(one)} ${order}
      ) as found
      where endpoint.merchant_id = ${merchant_id} ${endpoint_id === null ? sql`` : sql`and endpoint.id = ${endpoint_id}`}
        ${mode === null ? sql`` : sql`and endpoint.mode = ${mode}`}`,
  );
  return sql`select * from (${sql.join(parts, sql` union all `)}) as found`;
}

/** The oldest event of which a merchant still has a delivery. */
function oldestTold(merchant_id: string): RawBuilder<unknown> {
  const oldest = statuses.map(
    (status) => sql`(
      select event_id from webhook_deliveries as delivery
      where delivery.endpoint_id = endpoint.id and delivery.merchant_id = endpoint.merchant_id
        and delivery.status = ${sql.lit(status)}
      order by event_id limit 1
    )`,
  );
  return sql`(
    select min(least(${sql.join(oldest)})) from webhook_endpoints as endpoint where merchant_id = ${merchant_id}
  )`;
}

/**
 * The tolerance for times in ids: an id is made with its event or moments later, and the clocks of two machines
 * differ.
 */
const id_slack_ms = 60 * 60 * 1000;

/** Filters by the approximate time in the id, which the index supports, and by the exact time of the event. */
export function happenedBetween(event_id: RawBuilder<unknown>, since: Date | null, until: Date | null) {
  const shifted = (date: Date, by_ms: number) => lowestIdAt('event', new Date(date.getTime() + by_ms));
  return [
    ...(since === null
      ? []
      : [sql`${event_id} >= ${shifted(since, -id_slack_ms)} and event.created_at >= ${since}`]),
    ...(until === null
      ? []
      : [sql`${event_id} < ${shifted(until, id_slack_ms)} and event.created_at < ${until}`]),
  ];
}

export async function findDelivery(
  db: Connection,
  merchant_id: string,
  id: string,
): Promise<ListedDelivery | undefined> {
  const { rows } = await sql<ListedDelivery>`
    ${listedDeliveries}
    where delivery.merchant_id = ${merchant_id} and delivery.id = ${id}`.execute(db);
  return rows[0];
}

/** Lists an event's deliveries, newest endpoint last. */
export async function listEventDeliveries(
  db: Connection,
  merchant_id: string,
  event_id: string,
): Promise<ListedDelivery[]> {
  const { rows } = await sql<ListedDelivery>`
    ${listedDeliveries}
    where delivery.merchant_id = ${merchant_id} and delivery.event_id = ${event_id}
    order by delivery.endpoint_id`.execute(db);
  return rows;
}

/**
 * Deletes the oldest finished deliveries of each merchant with their attempts.
 *
 * @param limit for each merchant
 * @returns the number of deleted deliveries
 */
export async function deleteOldDeliveries(db: Connection, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with old as (
      select delivery.merchant_id, delivery.id
      from merchants as merchant
      cross join lateral (
        select merchant_id, id from webhook_deliveries
        where merchant_id = merchant.id and id < ${lowestIdAt('delivery', before)}
          and created_at < ${before} and status <> 'waiting'
        order by id limit ${limit}
      ) as delivery
    ), tries as (
      delete from webhook_attempts using old
      where webhook_attempts.merchant_id = old.merchant_id and webhook_attempts.delivery_id = old.id
    )
    delete from webhook_deliveries using old
    where webhook_deliveries.merchant_id = old.merchant_id and webhook_deliveries.id = old.id`.execute(db);
  return Number(numAffectedRows ?? 0);
}
