import { type Selectable, sql } from 'kysely';
import type { Mode } from '../database/columns.ts';
import type { Connection } from '../database/connect.ts';
import type {
  WebhookAttemptTable,
  WebhookDeliveryTable,
  WebhookEndpointTable,
} from '../database/tables/events.ts';

export type Endpoint = Selectable<WebhookEndpointTable>;
export type Delivery = Selectable<WebhookDeliveryTable>;
export type WebhookAttempt = Selectable<WebhookAttemptTable>;

export async function insertEndpoint(db: Connection, endpoint: Endpoint): Promise<void> {
  await db.insertInto('webhook_endpoints').values(endpoint).execute();
}

/** Endpoints that are on, oldest first. */
export function listEnabledEndpoints(db: Connection, merchant_id: string, mode: Mode): Promise<Endpoint[]> {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('mode', '=', mode)
    .where('enabled', '=', true)
    .orderBy('id')
    .execute();
}

export async function insertDeliveries(tx: Connection, deliveries: readonly Delivery[]): Promise<void> {
  await tx.insertInto('webhook_deliveries').values(deliveries).execute();
}

/** A delivery with all that sending it needs; undefined when it is not there. */
export function findDelivery(db: Connection, merchant_id: string, id: string) {
  return db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_endpoints as endpoint', (join) =>
      join
        .onRef('endpoint.merchant_id', '=', 'delivery.merchant_id')
        .onRef('endpoint.id', '=', 'delivery.endpoint_id'),
    )
    .innerJoin('events as event', (join) =>
      join
        .onRef('event.merchant_id', '=', 'delivery.merchant_id')
        .onRef('event.id', '=', 'delivery.event_id'),
    )
    .select([
      'delivery.merchant_id',
      'delivery.id',
      'delivery.event_id',
      'delivery.endpoint_id',
      'delivery.status',
      'delivery.attempts',
      'endpoint.url',
      'endpoint.secret_sealed',
      'endpoint.enabled',
      'event.body',
      'event.type',
    ])
    .where('delivery.merchant_id', '=', merchant_id)
    .where('delivery.id', '=', id)
    .executeTakeFirst();
}

/**
 * Records a try and what follows from it.
 *
 * @returns false when another worker has recorded this try already.
 */
export async function recordAttempt(
  tx: Connection,
  attempt: WebhookAttempt,
  next: Pick<Delivery, 'status' | 'next_attempt_at' | 'delivered_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({ ...next, attempts: attempt.number })
    .where('merchant_id', '=', attempt.merchant_id)
    .where('id', '=', attempt.delivery_id)
    .where('attempts', '=', attempt.number - 1)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tx.insertInto('webhook_attempts').values(attempt).execute();
  return true;
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
