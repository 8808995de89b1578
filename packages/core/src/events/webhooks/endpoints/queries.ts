import { type Selectable, sql } from 'kysely';
import type { Mode } from '../../../platform/database/columns.ts';
import type { Connection } from '../../../platform/database/connect.ts';
import type {
  DisabledReason,
  WebhookEndpointTable,
  WebhookSecretTable,
} from '../../../platform/database/tables/webhooks.ts';

export type Endpoint = Selectable<WebhookEndpointTable>;
export type WebhookSecret = Selectable<WebhookSecretTable>;

/** The merchant and id of an endpoint. The id of another merchant's endpoint counts as unknown. */
export interface EndpointKey {
  readonly merchant_id: string;
  readonly endpoint_id: string;
  /** The mode to search; both when omitted. */
  readonly mode?: Mode;
}

export async function insertEndpoint(tx: Connection, endpoint: Endpoint): Promise<void> {
  await tx.insertInto('webhook_endpoints').values(endpoint).execute();
}

export async function insertSecret(tx: Connection, secret: WebhookSecret): Promise<void> {
  await tx.insertInto('webhook_secrets').values(secret).execute();
}

/** Counts a merchant's endpoints of a mode, disabled ones included. */
export async function countEndpoints(tx: Connection, merchant_id: string, mode: Mode): Promise<number> {
  const { count } = await tx
    .selectFrom('webhook_endpoints')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('merchant_id', '=', merchant_id)
    .where('mode', '=', mode)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Lists enabled endpoints, oldest first. */
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

/**
 * Lists the encrypted secrets of a merchant's enabled endpoints that are valid now, newest first for each endpoint.
 */
export async function listSigningSecrets(
  db: Connection,
  owner: { merchant_id: string; mode: Mode },
  now: Date,
): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_endpoints as endpoint')
    .innerJoin('webhook_secrets as secret', (join) =>
      join
        .onRef('secret.merchant_id', '=', 'endpoint.merchant_id')
        .onRef('secret.endpoint_id', '=', 'endpoint.id'),
    )
    .select('secret.secret_sealed')
    .where('endpoint.merchant_id', '=', owner.merchant_id)
    .where('endpoint.mode', '=', owner.mode)
    .where('endpoint.enabled', '=', true)
    .where(({ eb, or }) => or([eb('secret.expires_at', 'is', null), eb('secret.expires_at', '>', now)]))
    .orderBy('endpoint.id')
    .orderBy('secret.id', 'desc')
    .execute();
  return rows.map(({ secret_sealed }) => secret_sealed);
}

/**
 * Locks an endpoint until the transaction ends, so that changes to it happen one at a time.
 *
 * @returns undefined for an unknown or deleted endpoint
 */
export function lockEndpoint(tx: Connection, id: string): Promise<Endpoint | undefined> {
  return (
    tx
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      // The endpoint's key does not change, so new deliveries may refer to it meanwhile.
      .forNoKeyUpdate()
      .executeTakeFirst()
  );
}

/**
 * Locks endpoints like {@link lockEndpoint}, in the order of their ids.
 *
 * @returns those that are neither unknown nor deleted
 */
export function lockEndpoints(tx: Connection, ids: readonly string[]): Promise<Endpoint[]> {
  return tx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Announces to the process that sends to an endpoint, once this is committed, that what it knows of it is outdated. */
export async function announceChange(tx: Connection, endpoint_id: string): Promise<void> {
  await sql`select pg_notify('webhook_changes', ${endpoint_id})`.execute(tx);
}

export async function updateEndpoint(
  tx: Connection,
  { merchant_id, id }: Pick<Endpoint, 'merchant_id' | 'id'>,
  change: Partial<Omit<Endpoint, 'merchant_id' | 'id' | 'mode' | 'created_at'>>,
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set(change)
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .execute();
}

/**
 * Fails the waiting deliveries of a disabled endpoint; they can be sent again. A delivery whose attempt is being
 * recorded at this moment is skipped, so that two writers never wait for each other; if it is still waiting
 * afterwards, {@link failStrandedDeliveries} fails it later.
 *
 * @returns the number of failed deliveries
 */
export async function failWaitingDeliveries(
  tx: Connection,
  { merchant_id, id }: Pick<Endpoint, 'merchant_id' | 'id'>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries as delivery set status = 'failed', next_attempt_at = null
    from (
      select id from webhook_deliveries
      where merchant_id = ${merchant_id} and endpoint_id = ${id} and status = 'waiting'
      for update skip locked
    ) as waiting
    where delivery.merchant_id = ${merchant_id} and delivery.id = waiting.id`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Fails the waiting deliveries of disabled endpoints that were scheduled by transactions that had not yet seen that
 * the endpoint was disabled.
 *
 * @param before only deliveries older than this are failed: newer rows may not be committed yet
 * @returns the number of failed deliveries
 */
export async function failStrandedDeliveries(db: Connection, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_deliveries as delivery set status = 'failed', next_attempt_at = null
    from (
      select stranded.merchant_id, stranded.id
      from webhook_endpoints as endpoint
      join webhook_deliveries as stranded on stranded.endpoint_id = endpoint.id and stranded.status = 'waiting'
      where not endpoint.enabled and stranded.created_at < ${before}
      for update of stranded skip locked
    ) as stranded
    where delivery.merchant_id = stranded.merchant_id and delivery.id = stranded.id`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export function findEndpoint(
  db: Connection,
  { merchant_id, endpoint_id, mode }: EndpointKey,
): Promise<Endpoint | undefined> {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', endpoint_id)
    .where('deleted_at', 'is', null)
    .$if(mode !== undefined, (query) => query.where('mode', '=', mode ?? 'test'))
    .executeTakeFirst();
}

/** Lists endpoints, including disabled ones, oldest first. */
export function listEndpointsOf(db: Connection, merchant_id: string, mode: Mode): Promise<Endpoint[]> {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('mode', '=', mode)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** An endpoint's health and its counts of deliveries. */
export interface EndpointFacts {
  readonly endpoint_id: string;
  readonly failures: number;
  readonly failing_since: Date | null;
  readonly open_until: Date | null;
  /** Deliveries that are waiting until they are due, or until the endpoint's pause ends. */
  readonly waiting: number;
  /** Deliveries that were given up. */
  readonly failed: number;
  /**
   * Time of the last success among the hundred newest acknowledged events, not counting events that are being sent
   * again.
   */
  readonly last_delivered_at: Date | null;
}

export async function readEndpointFacts(
  db: Connection,
  merchant_id: string,
  endpoint_ids: readonly string[],
): Promise<EndpointFacts[]> {
  const { rows } = await sql<EndpointFacts>`
    select asked.endpoint_id, coalesce(health.failures, 0) as failures, health.failing_since, health.open_until,
      (
        select count(*)::int from webhook_deliveries as delivery
        where delivery.endpoint_id = asked.endpoint_id and delivery.status = 'waiting'
      ) as waiting,
      (
        select count(*)::int from webhook_deliveries as delivery
        where delivery.merchant_id = ${merchant_id} and delivery.endpoint_id = asked.endpoint_id
          and delivery.status = 'failed'
      ) as failed,
      (
        select max(newest.delivered_at) from (
          select delivery.delivered_at from webhook_deliveries as delivery
          where delivery.merchant_id = ${merchant_id} and delivery.endpoint_id = asked.endpoint_id
            and delivery.status = 'delivered'
          order by delivery.event_id desc limit 100
        ) as newest
      ) as last_delivered_at
    from unnest(${endpoint_ids}::text[]) as asked (endpoint_id)
    left join webhook_endpoint_health as health
      on health.merchant_id = ${merchant_id} and health.endpoint_id = asked.endpoint_id`.execute(db);
  return rows;
}

/** Resets an endpoint to a clean record. */
export async function forgetHealth(tx: Connection, { merchant_id, endpoint_id }: EndpointKey): Promise<void> {
  await tx
    .deleteFrom('webhook_endpoint_health')
    .where('merchant_id', '=', merchant_id)
    .where('endpoint_id', '=', endpoint_id)
    .execute();
}

/** Ends the pause of a failing endpoint, which still counts as failing. */
export async function closeCircuit(db: Connection, { merchant_id, endpoint_id }: EndpointKey): Promise<void> {
  await db
    .updateTable('webhook_endpoint_health')
    .set({ open_until: null })
    .where('merchant_id', '=', merchant_id)
    .where('endpoint_id', '=', endpoint_id)
    .where('open_until', 'is not', null)
    .execute();
}

/** Lists the secrets that are valid now, newest first. */
export function listLiveSecrets(
  db: Connection,
  merchant_id: string,
  endpoint_ids: readonly string[],
  now: Date,
): Promise<WebhookSecret[]> {
  return db
    .selectFrom('webhook_secrets')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('endpoint_id', 'in', endpoint_ids)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('id', 'desc')
    .execute();
}

/** Limits the validity of every secret of an endpoint; those that expire earlier are left alone. */
export async function limitSecrets(
  tx: Connection,
  { merchant_id, endpoint_id }: EndpointKey,
  until: Date,
): Promise<void> {
  await tx
    .updateTable('webhook_secrets')
    .set({ expires_at: until })
    .where('merchant_id', '=', merchant_id)
    .where('endpoint_id', '=', endpoint_id)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', until)]))
    .execute();
}

/** @returns the number of deleted secrets */
export async function deleteExpiredSecrets(db: Connection, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('webhook_secrets')
    .where('expires_at', '<=', now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** An endpoint that needs attention. */
export interface TroubledEndpoint {
  readonly id: string;
  readonly disabled_reason: DisabledReason | null;
  /** Whether it has been failing since before `late_before`. */
  readonly is_failing: boolean;
}

/**
 * Lists endpoints that have been disabled since `off_since` for any reason other than manually, and enabled
 * endpoints that have been failing since before `late_before`, or have a delivery that was due before then.
 */
export async function listTroubledEndpoints(
  db: Connection,
  { off_since, late_before }: { readonly off_since: Date; readonly late_before: Date },
): Promise<TroubledEndpoint[]> {
  const { rows } = await sql<TroubledEndpoint>`
    select endpoint.id, endpoint.disabled_reason, coalesce(health.failing_since < ${late_before}, false) as is_failing
    from webhook_endpoints as endpoint
    left join webhook_endpoint_health as health
      on health.merchant_id = endpoint.merchant_id and health.endpoint_id = endpoint.id
    where endpoint.deleted_at is null and (
      (endpoint.disabled_reason <> 'by_hand' and endpoint.disabled_at >= ${off_since})
      or (endpoint.enabled and health.failing_since < ${late_before})
      or (endpoint.enabled and exists (
        select from webhook_deliveries as delivery
        where delivery.merchant_id = endpoint.merchant_id and delivery.endpoint_id = endpoint.id
          and delivery.status = 'waiting' and delivery.next_attempt_at < ${late_before}
      ))
    )
    order by endpoint.id`.execute(db);
  return rows;
}
