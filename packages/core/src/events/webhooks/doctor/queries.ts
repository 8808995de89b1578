import type { Connection } from '../../../platform/database/connect.ts';
import type { Endpoint } from '../endpoints/queries.ts';

/** Lists an endpoint's encrypted secrets that are valid now, newest first. */
export async function listSecrets(
  db: Connection,
  { merchant_id, id }: Pick<Endpoint, 'merchant_id' | 'id'>,
  now: Date,
): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_secrets')
    .select('secret_sealed')
    .where('merchant_id', '=', merchant_id)
    .where('endpoint_id', '=', id)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ secret_sealed }) => secret_sealed);
}
