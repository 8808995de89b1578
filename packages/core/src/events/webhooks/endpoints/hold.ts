import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import type { MerchantActor } from '../../../platform/actor/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { Connection } from '../../../platform/database/connect.ts';
import { type Endpoint, type EndpointKey, lockEndpoint } from './queries.ts';

/**
 * Runs work on a locked endpoint in one transaction: two changes come one after the other.
 *
 * @throws AppError `endpoint_not_found`, and what the work throws
 */
export function holdEndpoint<Result>(
  { db }: Pick<Context, 'db'>,
  { merchant_id, endpoint_id, mode }: EndpointKey,
  work: (tx: Connection, endpoint: Endpoint) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    const endpoint = await lockEndpoint(tx, endpoint_id);
    if (endpoint?.merchant_id !== merchant_id || (mode && endpoint.mode !== mode))
      throw new AppError('endpoint_not_found');
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

/** The key of an endpoint of the actor's merchant and mode. */
export function keyOf({ merchant_id, mode }: MerchantActor, endpoint_id: string): EndpointKey {
  return { merchant_id, mode, endpoint_id };
}
