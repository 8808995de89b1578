import { makeId } from '@guichet/kernel/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../../../platform/database/connect.ts';
import type { Event } from '../../../queries.ts';
import type { Endpoint } from '../../endpoints/queries.ts';
import { happenedBetween } from '../queries.ts';

/** An event to send again. */
export type EventToResend = Pick<Event, 'id' | 'sequence'>;

/** Lists the events that an endpoint listens to, in order of their ids, without test events of other endpoints. */
export async function listEventsToResend(
  db: Connection,
  endpoint: Pick<Endpoint, 'merchant_id' | 'mode' | 'event_types'>,
  range: {
    readonly since: Date;
    readonly until: Date;
    readonly after: string | null;
    readonly limit: number;
  },
): Promise<EventToResend[]> {
  const conditions = [
    ...listenedBetween(endpoint, range.since, range.until),
    ...(range.after === null ? [] : [sql`event.id > ${range.after}`]),
  ];
  const { rows } = await sql<EventToResend>`
    select event.id, event.sequence
    from events as event
    where ${sql.join(conditions, sql` and `)}
    order by event.id
    limit ${range.limit}`.execute(db);
  return rows;
}

/**
 * Among the events of a period that an endpoint listens to, finds the first one that was never scheduled for the
 * endpoint.
 *
 * @returns the time of the event; null when there is none
 */
export async function findFirstMissed(
  db: Connection,
  { merchant_id, mode, id, event_types }: Pick<Endpoint, 'merchant_id' | 'mode' | 'id' | 'event_types'>,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<Date | null> {
  const { rows } = await sql<{ first: Date | null }>`
    select min(event.created_at) as first
    from events as event
    where ${sql.join(listenedBetween({ merchant_id, mode, event_types }, since, until), sql` and `)}
      and not exists (
        select from webhook_deliveries as delivery
        where delivery.merchant_id = event.merchant_id and delivery.event_id = event.id
          and delivery.endpoint_id = ${id}
      )`.execute(db);
  return rows[0]?.first ?? null;
}

/**
 * SQL conditions on `event` that select, from a period, the events that an endpoint listens to, without test events
 * of other endpoints.
 */
function listenedBetween(
  { merchant_id, mode, event_types }: Pick<Endpoint, 'merchant_id' | 'mode' | 'event_types'>,
  since: Date,
  until: Date,
): RawBuilder<unknown>[] {
  return [
    sql`event.merchant_id = ${merchant_id} and event.mode = ${mode} and event.type <> 'webhook_endpoint.test'`,
    ...(event_types === null ? [] : [sql`event.type = any (${event_types}::text[])`]),
    ...happenedBetween(sql`event.id`, since, until),
  ];
}

/** Lists the events whose delivery to an endpoint has failed for good, in order of their ids. */
export async function listFailedEvents(
  db: Connection,
  { merchant_id, id: endpoint_id }: Pick<Endpoint, 'merchant_id' | 'id'>,
  range: { readonly since: Date; readonly after: string | null; readonly limit: number },
): Promise<EventToResend[]> {
  const { rows } = await sql<EventToResend>`
    select event.id, event.sequence
    from webhook_deliveries as delivery
    join events as event on event.merchant_id = delivery.merchant_id and event.id = delivery.event_id
    where delivery.merchant_id = ${merchant_id} and delivery.endpoint_id = ${endpoint_id}
      and delivery.status = 'failed' and delivery.event_id > ${range.after ?? ''}
      and event.created_at >= ${range.since}
    order by delivery.event_id
    limit ${range.limit}`.execute(db);
  return rows;
}

/**
 * Schedules events for an endpoint again, or for the first time if it never received them, in the caller's
 * transaction, which has locked the endpoint. All get the same time, so that they are sent in sequence. A delivery
 * that is already due may be in flight, so it is left alone; so is a delivery whose row another transaction is
 * writing.
 */
export async function planAgain(
  tx: Connection,
  { merchant_id, id: endpoint_id }: Pick<Endpoint, 'merchant_id' | 'id'>,
  events: readonly EventToResend[],
  at: Date,
): Promise<{ readonly resent: number; readonly added: number }> {
  const ids = events.map(() => makeId('delivery'));
  const event_ids = events.map(({ id }) => id);
  const sequences = events.map(({ sequence }) => sequence);
  const { rows } = await sql<{ resent: number; added: number }>`
    with asked as (
      select * from unnest(${ids}::text[], ${event_ids}::text[], ${sequences}::int[]) as one (id, event_id, sequence)
    ), held as (
      select delivery.id from asked
      join webhook_deliveries as delivery
        on delivery.merchant_id = ${merchant_id} and delivery.event_id = asked.event_id
          and delivery.endpoint_id = ${endpoint_id}
      where delivery.status <> 'waiting' or delivery.next_attempt_at > ${at}
      for update of delivery skip locked
    ), resent as (
      update webhook_deliveries as delivery
      set status = 'waiting', next_attempt_at = ${at}, series_start = delivery.attempts
      from held
      where delivery.merchant_id = ${merchant_id} and delivery.id = held.id
      returning delivery.id
    ), added as (
      insert into webhook_deliveries
        (merchant_id, id, event_id, endpoint_id, status, sequence, next_attempt_at, created_at)
      select ${merchant_id}, id, event_id, ${endpoint_id}, 'waiting', sequence, ${at}::timestamptz, ${at}::timestamptz
      from asked
      -- Excluded beforehand: a conflict with a row that is being written would wait for its transaction.
      where not exists (
        select from webhook_deliveries as delivery
        where delivery.merchant_id = ${merchant_id} and delivery.event_id = asked.event_id
          and delivery.endpoint_id = ${endpoint_id}
      )
      on conflict (merchant_id, event_id, endpoint_id) do nothing
      returning id
    ), counted as (
      select (select count(*)::int from resent) as resent, (select count(*)::int from added) as added
    )
    select counted.*, case when resent + added > 0 then pg_notify('webhook_deliveries', ${endpoint_id}) end as told
    from counted`.execute(tx);
  return { resent: rows[0]?.resent ?? 0, added: rows[0]?.added ?? 0 };
}
