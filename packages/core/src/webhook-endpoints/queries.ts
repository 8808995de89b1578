import { type Selectable, sql } from 'kysely';
import type { Mode } from '../database/columns.ts';
import type { Connection } from '../database/connect.ts';
import type { WebhookEndpointTable, WebhookSecretTable } from '../database/tables/webhooks.ts';

export type Endpoint = Selectable<WebhookEndpointTable>;
export type WebhookSecret = Selectable<WebhookSecretTable>;

export async function insertEndpoint(tx: Connection, endpoint: Endpoint): Promise<void> {
  await tx.insertInto('webhook_endpoints').values(endpoint).execute();
}

export async function insertSecret(tx: Connection, secret: WebhookSecret): Promise<void> {
  await tx.insertInto('webhook_secrets').values(secret).execute();
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

/** Sealed secrets that sign now for a merchant: of each endpoint that is on, newest first. */
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
 * Holds an endpoint until the transaction ends, so that what happens to it happens in turn.
 *
 * @returns undefined when there is none, or it was deleted
 */
export function lockEndpoint(tx: Connection, id: string): Promise<Endpoint | undefined> {
  return tx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
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

/** What an endpoint that is switched off had yet to get ends as failed; it can be resent. @returns how many */
export async function failWaitingDeliveries(
  tx: Connection,
  { merchant_id, id }: Pick<Endpoint, 'merchant_id' | 'id'>,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', next_attempt_at: null })
    .where('merchant_id', '=', merchant_id)
    .where('endpoint_id', '=', id)
    // Said so that the index of what is due serves.
    .where(sql<boolean>`status = 'waiting'`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
