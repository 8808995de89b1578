import type { Selectable } from 'kysely';
import type { Connection } from '../../platform/database/connect.ts';
import type { AttemptTransitionTable } from '../../platform/database/tables/payments.ts';

export type AttemptTransition = Selectable<AttemptTransitionTable>;

/** Lists the transitions of attempts in chronological order. */
export async function listAttemptTransitions(
  db: Connection,
  merchant_id: string,
  attempt_ids: readonly string[],
): Promise<AttemptTransition[]> {
  if (attempt_ids.length === 0) return [];
  return db
    .selectFrom('attempt_transitions')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('attempt_id', 'in', attempt_ids)
    .orderBy('sequence')
    .execute();
}

/** Finds the author of each refund in the audit log. */
export async function listRefundAuthors(
  db: Connection,
  merchant_id: string,
  refund_ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['object_id', 'author_name'])
    .where('merchant_id', '=', merchant_id)
    .where('object_type', '=', 'refund')
    .where('object_id', 'in', refund_ids)
    .where('action', '=', 'created')
    .execute();
  return new Map(rows.map(({ object_id, author_name }) => [object_id, author_name]));
}

/** Finds the URLs of endpoints, including deleted ones. */
export async function listEndpointUrls(
  db: Connection,
  merchant_id: string,
  endpoint_ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('webhook_endpoints')
    .select(['id', 'url'])
    .where('merchant_id', '=', merchant_id)
    .where('id', 'in', endpoint_ids)
    .execute();
  return new Map(rows.map(({ id, url }) => [id, url]));
}
