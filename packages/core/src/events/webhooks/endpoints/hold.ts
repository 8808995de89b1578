import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import type { Context } from '../../../platform/context.ts';
import type { Connection } from '../../../platform/database/connect.ts';
import { type Endpoint, type EndpointKey, findEndpointById, lockEndpoint } from './queries.ts';

/**
 * Runs work on a locked endpoint in one transaction: two changes come one after the other.
 *
 * @throws AppError `endpoint_not_found`, and what the work throws
 */
export function holdEndpoint<Result>(
  { db }: Pick<Context, 'db'>,
  { merchant_id, endpoint_id }: EndpointKey,
  work: (tx: Connection, endpoint: Endpoint) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    const endpoint = await lockEndpoint(tx, endpoint_id);
    if (!endpoint || endpoint.merchant_id !== merchant_id) throw new AppError('endpoint_not_found');
    return work(tx, endpoint);
  });
}

/** @throws AppError `conflict` for a disabled endpoint */
export function requireEnabled({ id, enabled, disabled_reason }: Endpoint): void {
  if (enabled) return;
  throw new AppError('conflict', {
    reason: problem(
      'endpoint_is_off',
      `This endpoint is switched off (${disabled_reason}), so nothing is sent to it. Switch it on first: guichet webhooks enable ${id}`,
    ),
  });
}

/**
 * Finds the merchant of an endpoint, for the command line, where staff have its id only.
 *
 * @throws AppError `endpoint_not_found`
 */
export async function findEndpointKey({ db }: Pick<Context, 'db'>, id: string): Promise<EndpointKey> {
  const endpoint = await findEndpointById(db, id);
  if (!endpoint) throw new AppError('endpoint_not_found');
  return { merchant_id: endpoint.merchant_id, endpoint_id: id };
}
