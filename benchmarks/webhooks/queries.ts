import type pg from 'pg';

/** An event and its delivery, as written by a transaction that emits an event. */
export interface NewDelivery {
  readonly merchant_id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly delivery_id: string;
  readonly object_id: string;
  readonly body: string;
  readonly created_at: Date;
}

/** Inserts events with one delivery each, and notifies the sender. */
export async function insertEvents(client: pg.ClientBase, made: readonly NewDelivery[]): Promise<void> {
  const column = (key: Exclude<keyof NewDelivery, 'created_at'>) => made.map((one) => one[key]);
  await client.query({
    name: 'insert_events',
    text: `with made as (
        select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[])
          as made (merchant_id, endpoint_id, event_id, delivery_id, object_id, body, created_at)
      ), written as (
        insert into events (merchant_id, id, mode, type, object_id, sequence, body, created_at)
        select merchant_id, event_id, 'test', 'payment.successful', object_id, 1, body, created_at from made
      ), planned as (
        insert into webhook_deliveries
          (merchant_id, id, event_id, endpoint_id, status, sequence, next_attempt_at, created_at)
        select merchant_id, delivery_id, event_id, endpoint_id, 'waiting', 1, created_at, created_at from made
        returning endpoint_id
      )
      select pg_notify('webhook_deliveries', endpoint_id) from planned group by endpoint_id`,
    values: [
      column('merchant_id'),
      column('endpoint_id'),
      column('event_id'),
      column('delivery_id'),
      column('object_id'),
      column('body'),
      made.map(({ created_at }) => created_at.toISOString()),
    ],
  });
}

/** The numbers of deliveries to the given endpoints, by status, and of logged attempts. */
export interface Written {
  readonly waiting: number;
  readonly delivered: number;
  readonly tries: number;
}

export async function readWritten(client: pg.ClientBase, endpoint_ids: readonly string[]): Promise<Written> {
  const { rows } = await client.query<Written>(
    `select count(*) filter (where status = 'waiting')::int as waiting,
      count(*) filter (where status = 'delivered')::int as delivered,
      coalesce(sum(tried.count), 0)::int as tries
    from webhook_deliveries as delivery
    left join (
      select merchant_id, delivery_id, count(*) from webhook_attempts group by merchant_id, delivery_id
    ) as tried on tried.merchant_id = delivery.merchant_id and tried.delivery_id = delivery.id
    where delivery.endpoint_id = any ($1::text[])`,
    [endpoint_ids],
  );
  const [written] = rows;
  if (!written) throw new Error('a count has one row');
  return written;
}

/** @returns the number of deliveries to these endpoints that have yet to be acknowledged */
export async function countWaiting(client: pg.ClientBase, endpoint_ids: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from webhook_deliveries where status = 'waiting' and endpoint_id = any ($1::text[])`,
    [endpoint_ids],
  );
  return rows[0]?.count ?? 0;
}

/** Abandons the waiting deliveries to these endpoints and deletes the record of their health. */
export async function beginAnew(client: pg.ClientBase, endpoint_ids: readonly string[]): Promise<void> {
  await client.query(
    `update webhook_deliveries set status = 'failed', next_attempt_at = null
    where status = 'waiting' and endpoint_id = any ($1::text[])`,
    [endpoint_ids],
  );
  await client.query('delete from webhook_endpoint_health where endpoint_id = any ($1::text[])', [
    endpoint_ids,
  ]);
}
