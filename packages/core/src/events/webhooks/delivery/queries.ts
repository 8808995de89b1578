import { sql } from 'kysely';
import type pg from 'pg';
import type { Mode } from '../../../platform/database/columns.ts';
import type { Connection } from '../../../platform/database/connect.ts';
import { isDistributed, splitByMerchant } from '../../../platform/database/distribution.ts';
import { keysOf, ofMerchant } from '../../../platform/database/records/queries.ts';
import type { Delivery, WebhookAttempt } from '../deliveries/queries.ts';

/** An endpoint's health after its last attempt. */
export interface Health {
  readonly failures: number;
  readonly failing_since: Date | null;
  readonly open_until: Date | null;
  /** The end of that attempt; null if none has failed yet. */
  readonly updated_at: Date | null;
}

/** A delivery with everything needed to send it. */
export interface DueDelivery extends Health {
  readonly merchant_id: string;
  readonly id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly object_id: string;
  readonly mode: Mode;
  readonly type: string;
  /** The JSON text that is signed and sent. */
  readonly body: string;
  readonly attempts: number;
  readonly series_start: number;
  readonly url: string;
  /** Newest first. */
  readonly secrets_sealed: readonly string[];
}

/** SQL for the number of the advisory lock that the process sending to an endpoint holds. */
const lineLock = `hashtextextended('webhook_endpoint ' || endpoint_id, 0)`;

/**
 * Prepares a connection to hold endpoint locks. A machine that vanishes is noticed within seconds, and its
 * locks are released; PostgreSQL's default is two hours. If a process is suspended or in an endless loop, its
 * machine continues to answer TCP; PostgreSQL then ends the connection because it is not used.
 *
 * @param silence_max_ms the time without use after which PostgreSQL ends the connection
 */
export async function watchLines(client: pg.ClientBase, silence_max_ms: number): Promise<void> {
  await client.query(
    `set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3;
    set idle_session_timeout = ${silence_max_ms}`,
  );
  await client.query('listen webhook_deliveries; listen webhook_changes');
}

/** Uses a connection that holds endpoint locks, so that PostgreSQL does not end it. */
export async function keepLines(client: pg.ClientBase): Promise<void> {
  await client.query('select');
}

/**
 * @returns those endpoints that no other process sends to; this connection holds them until it releases them
 */
export async function lockLines(client: pg.ClientBase, endpoint_ids: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ endpoint_id: string; is_ours: boolean }>(
    `select endpoint_id, pg_try_advisory_lock(${lineLock}) as is_ours from unnest($1::text[]) as endpoint_id`,
    [endpoint_ids],
  );
  return rows.filter(({ is_ours }) => is_ours).map(({ endpoint_id }) => endpoint_id);
}

export async function unlockLines(client: pg.ClientBase, endpoint_ids: readonly string[]): Promise<void> {
  await client.query(`select pg_advisory_unlock(${lineLock}) from unnest($1::text[]) as endpoint_id`, [
    endpoint_ids,
  ]);
}

/**
 * Finds endpoints with something due: one index lookup for each endpoint with deliveries to make. Paused
 * endpoints are excluded.
 */
export async function findDueEndpoints(db: Connection, now: Date): Promise<string[]> {
  const due = isDistributed(db) ? dueOnEveryNode(now) : dueByLine(now);
  const { rows } = await due.execute(db);
  return rows.map(({ endpoint_id }) => endpoint_id);
}

/** Each node reads its due deliveries: a recursive query cannot span several nodes (0056). */
const dueOnEveryNode = (now: Date) => sql<{ endpoint_id: string }>`
    select delivery.endpoint_id from webhook_deliveries as delivery
    left join webhook_endpoint_health as health
      on health.merchant_id = delivery.merchant_id and health.endpoint_id = delivery.endpoint_id
        and health.open_until > ${now}
    where delivery.status = 'waiting' and delivery.next_attempt_at <= ${now} and health.endpoint_id is null
    group by delivery.endpoint_id`;

const dueByLine = (now: Date) => sql<{ endpoint_id: string }>`
    with recursive line as (
      (
        select merchant_id, endpoint_id, next_attempt_at from webhook_deliveries
        where status = 'waiting'
        order by endpoint_id, next_attempt_at limit 1
      )
      union all
      select following.merchant_id, following.endpoint_id, following.next_attempt_at
      from line
      cross join lateral (
        select merchant_id, endpoint_id, next_attempt_at from webhook_deliveries
        where status = 'waiting' and endpoint_id > line.endpoint_id
        order by endpoint_id, next_attempt_at limit 1
      ) as following
    )
    select line.endpoint_id
    from line
    left join webhook_endpoint_health as health
      on health.merchant_id = line.merchant_id and health.endpoint_id = line.endpoint_id and health.open_until > ${now}
    where line.next_attempt_at <= ${now} and health.endpoint_id is null`;

/** Finds when the next delivery to any endpoint is due; null when none is waiting. */
export async function findNextDue(db: Connection): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(greatest(delivery.next_attempt_at, health.open_until)) as at
    from webhook_deliveries as delivery
    left join webhook_endpoint_health as health
      on health.merchant_id = delivery.merchant_id and health.endpoint_id = delivery.endpoint_id
    where delivery.status = 'waiting'`.execute(db);
  return rows[0]?.at ?? null;
}

/**
 * Reads due deliveries in the order of sending: while attempts succeed, an object's events are in the order in
 * which they happened. Reads nothing for an endpoint whose circuit is open.
 *
 * @param lines the endpoints, each with the maximum to read for it
 * @param taken deliveries already in flight
 */
export async function readDue(
  db: Connection,
  lines: readonly Room[],
  taken: readonly string[],
  now: Date,
): Promise<DueDelivery[]> {
  if (!isDistributed(db)) return readLines(db, lines, taken, now);
  const owners = await db
    .selectFrom('webhook_endpoints')
    .select(['id', 'merchant_id'])
    .where(
      'id',
      'in',
      lines.map(({ endpoint_id }) => endpoint_id),
    )
    .execute();
  const due: DueDelivery[] = [];
  for (const owned of splitByMerchant(db, owners, ({ merchant_id }) => merchant_id)) {
    const ids = new Set(owned.map(({ id }) => id));
    const own = lines.filter(({ endpoint_id }) => ids.has(endpoint_id));
    due.push(...(await readLines(db, own, taken, now, owned)));
  }
  return due;
}

/** An endpoint, and the number of its deliveries for which there is room. */
interface Room {
  readonly endpoint_id: string;
  readonly room: number;
}

/** @param owned rows with the merchants of these endpoints; needed only where tables are sharded by merchant */
async function readLines(
  db: Connection,
  lines: readonly Room[],
  taken: readonly string[],
  now: Date,
  owned: readonly { readonly merchant_id: string }[] = [],
): Promise<DueDelivery[]> {
  const { rows } = await sql<DueDelivery>`
    select delivery.merchant_id, delivery.id, delivery.endpoint_id, delivery.event_id, delivery.attempts,
      delivery.series_start, event.object_id, event.mode, event.type, event.body, endpoint.url,
      coalesce(health.failures, 0) as failures, health.failing_since, health.open_until,
      health.updated_at,
      array(
        select secret.secret_sealed from webhook_secrets as secret
        where secret.merchant_id = endpoint.merchant_id and secret.endpoint_id = endpoint.id
          and (secret.expires_at is null or secret.expires_at > ${now})
        order by secret.id desc
      ) as secrets_sealed
    from ${keysOf(lines, 'endpoint_id text, room int')}
    cross join lateral (
      select * from webhook_endpoints where id = wanted.endpoint_id and enabled limit 1
    ) as endpoint
    left join webhook_endpoint_health as health
      on health.merchant_id = endpoint.merchant_id and health.endpoint_id = endpoint.id
    cross join lateral (
      select * from webhook_deliveries as candidate
      where candidate.endpoint_id = wanted.endpoint_id and candidate.status = 'waiting'
        and candidate.next_attempt_at <= ${now} ${ofMerchant(db, 'candidate.merchant_id', owned)}
        and candidate.id not in (select json_array_elements_text(${JSON.stringify(taken)}::json))
      order by candidate.next_attempt_at, candidate.sequence, candidate.id
      limit wanted.room
    ) as delivery
    join events as event on event.merchant_id = delivery.merchant_id and event.id = delivery.event_id
      ${ofMerchant(db, 'event.merchant_id', owned)}
    where health.open_until is null or health.open_until <= ${now}
    order by delivery.endpoint_id, delivery.next_attempt_at, delivery.sequence, delivery.id`.execute(db);
  return rows;
}

/** An attempt and the new state of its delivery. */
export interface RecordedAttempt
  extends WebhookAttempt,
    Pick<Delivery, 'status' | 'next_attempt_at' | 'delivered_at'> {}

/**
 * Records attempts and their consequences. An attempt that another process has already recorded is skipped, and so
 * is the second of two attempts at the same delivery. An attempt at a delivery that has been given up meanwhile is
 * recorded, but changes the delivery's status only if it succeeded.
 */
export async function insertAttempts(tx: Connection, tries: readonly RecordedAttempt[]): Promise<void> {
  for (const some of splitByMerchant(tx, tries, ({ merchant_id }) => merchant_id)) await insertSome(tx, some);
}

async function insertSome(tx: Connection, tries: readonly RecordedAttempt[]): Promise<void> {
  const column = <Key extends keyof RecordedAttempt>(key: Key) => tries.map((one) => one[key]);
  const times = (key: 'created_at' | 'next_attempt_at' | 'delivered_at') =>
    tries.map((one) => one[key]?.toISOString() ?? null);
  await sql`
    with tries as (
      select distinct on (merchant_id, delivery_id) * from unnest(
        ${column('merchant_id')}::text[], ${column('delivery_id')}::text[], ${column('number')}::int[],
        ${column('status_code')}::int[], ${column('error')}::text[], ${column('response_excerpt')}::text[],
        ${column('duration_ms')}::int[], ${times('created_at')}::timestamptz[], ${column('status')}::text[],
        ${times('next_attempt_at')}::timestamptz[], ${times('delivered_at')}::timestamptz[]
      ) as one (merchant_id, delivery_id, number, status_code, error, response_excerpt, duration_ms, created_at, status,
        next_attempt_at, delivered_at)
      order by merchant_id, delivery_id, number, status <> 'delivered'
    ), recorded as (
      update webhook_deliveries as delivery
      set attempts = tries.number,
        status = case
          when delivery.status = 'waiting' or tries.status = 'delivered' then tries.status
          else delivery.status
        end,
        next_attempt_at = case when delivery.status = 'waiting' then tries.next_attempt_at end,
        delivered_at = coalesce(tries.delivered_at, delivery.delivered_at)
      from tries
      where delivery.merchant_id = tries.merchant_id and delivery.id = tries.delivery_id
        and delivery.id = any (array(select delivery_id from tries))
        and delivery.attempts = tries.number - 1 ${ofMerchant(tx, 'delivery.merchant_id', tries)}
      returning delivery.merchant_id, delivery.id
    )
    insert into webhook_attempts
      (merchant_id, delivery_id, number, status_code, error, response_excerpt, duration_ms, created_at)
    select tries.merchant_id, tries.delivery_id, tries.number, tries.status_code, tries.error, tries.response_excerpt,
      tries.duration_ms, tries.created_at
    from tries
    join recorded on recorded.merchant_id = tries.merchant_id and recorded.id = tries.delivery_id`.execute(
    tx,
  );
}

/** Updates the health of endpoints. */
export async function saveHealth(
  tx: Connection,
  changes: readonly (Omit<Health, 'updated_at'> & {
    readonly merchant_id: string;
    readonly endpoint_id: string;
  })[],
  updated_at: Date,
): Promise<void> {
  await tx
    .insertInto('webhook_endpoint_health')
    .values(changes.map((change) => ({ ...change, updated_at })))
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'endpoint_id']).doUpdateSet(({ ref }) => ({
        failures: ref('excluded.failures'),
        failing_since: ref('excluded.failing_since'),
        open_until: ref('excluded.open_until'),
        updated_at,
      })),
    )
    .execute();
}
