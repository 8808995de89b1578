import { type Selectable, sql } from 'kysely';
import type { Connection } from '../database/connect.ts';
import type { WebhookAttemptTable, WebhookDeliveryTable } from '../database/tables/webhooks.ts';

export type Delivery = Selectable<WebhookDeliveryTable>;
export type WebhookAttempt = Selectable<WebhookAttemptTable>;

/**
 * Writes the deliveries of an event and announces them to whoever sends, once the transaction is committed.
 *
 * @param deliveries at least one
 */
export async function insertDeliveries(
  tx: Connection,
  event: Pick<Delivery, 'merchant_id' | 'event_id' | 'sequence' | 'created_at'>,
  deliveries: readonly Pick<Delivery, 'id' | 'endpoint_id' | 'next_attempt_at'>[],
): Promise<void> {
  const ids = deliveries.map(({ id }) => id);
  const endpoint_ids = deliveries.map(({ endpoint_id }) => endpoint_id);
  const times = deliveries.map(({ next_attempt_at }) => next_attempt_at?.toISOString() ?? null);
  await sql`
    with planned as (
      insert into webhook_deliveries
        (merchant_id, id, event_id, endpoint_id, status, sequence, next_attempt_at, created_at)
      select ${event.merchant_id}, one.id, ${event.event_id}, one.endpoint_id, 'waiting', ${event.sequence}::int,
        one.next_attempt_at, ${event.created_at}::timestamptz
      from unnest(${ids}::text[], ${endpoint_ids}::text[], ${times}::timestamptz[])
        as one (id, endpoint_id, next_attempt_at)
      returning endpoint_id
    )
    select pg_notify('webhook_deliveries', endpoint_id) from planned`.execute(tx);
}

/**
 * When an object's earlier events that were never tried are due at each endpoint: what comes after them is not due
 * before, whatever the clock of the machine that wrote them said.
 */
export async function findEarlierDue(
  tx: Connection,
  merchant_id: string,
  object_id: string,
): Promise<ReadonlyMap<string, Date>> {
  const rows = await tx
    .selectFrom('events as event')
    .innerJoin('webhook_deliveries as delivery', (join) =>
      join
        .onRef('delivery.merchant_id', '=', 'event.merchant_id')
        .onRef('delivery.event_id', '=', 'event.id'),
    )
    .select(['delivery.endpoint_id', ({ fn }) => fn.max('delivery.next_attempt_at').as('at')])
    .where('event.merchant_id', '=', merchant_id)
    .where('event.object_id', '=', object_id)
    .where('delivery.status', '=', 'waiting')
    .whereRef('delivery.attempts', '=', 'delivery.series_start')
    .groupBy('delivery.endpoint_id')
    .execute();
  return new Map(rows.flatMap(({ endpoint_id, at }) => (at === null ? [] : [[endpoint_id, at] as const])));
}

/** Deliveries of all events of an object, oldest first. */
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

/** A payment whose merchant is being told of its success. */
export interface Awaited {
  readonly merchant_id: string;
  readonly payment_id: string;
  /** What is tried later than this is not waited for. */
  readonly until: Date;
}

/** Ids of those payments of which an endpoint that is on has yet to acknowledge the success, and may in time. */
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
