import { AppError } from '@guichet/kernel/errors';
import { problem } from '@guichet/kernel/problem';
import type { MerchantActor } from '../../../platform/actor/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { Connection } from '../../../platform/database/connect.ts';
import { waitForWriters } from '../../../platform/database/wait-for-writers.ts';
import { holdFeed } from '../../queries.ts';
import { type Endpoint, type EndpointKey, lockEndpoint } from './queries.ts';

/**
 * Runs work on a locked endpoint in one transaction: changes are made one after the other.
 *
 * @throws AppError `endpoint_not_found`, and the errors of the work
 */
export function holdEndpoint<Result>(
  { db }: Pick<Context, 'db'>,
  key: EndpointKey,
  work: (tx: Connection, endpoint: Endpoint) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => work(tx, await requireEndpoint(tx, key)));
}

/**
 * Like {@link holdEndpoint}, for changes that affect which events are sent to the endpoint. Such a change applies
 * to every event committed after it. Waits for transactions that are writing events, because they may have read the
 * endpoints already.
 *
 * @param work may run more than once, each time in its own transaction
 * @throws AppError also `unavailable` when transactions have been writing events for 5 seconds
 */
export function holdListening<Result>(
  { db }: Pick<Context, 'db'>,
  key: EndpointKey,
  work: (tx: Connection, endpoint: Endpoint) => Promise<Result>,
): Promise<Result> {
  return waitForWriters({ db }, async (tx, wait_ms) => {
    const endpoint = await requireEndpoint(tx, key);
    // The feed is locked after the endpoint, as in transactions that write an event about an endpoint.
    await holdFeed(tx, endpoint, wait_ms);
    return work(tx, endpoint);
  });
}

async function requireEndpoint(
  tx: Connection,
  { merchant_id, endpoint_id, mode }: EndpointKey,
): Promise<Endpoint> {
  const endpoint = await lockEndpoint(tx, endpoint_id);
  if (endpoint?.merchant_id !== merchant_id || (mode && endpoint.mode !== mode))
    throw new AppError('endpoint_not_found');
  return endpoint;
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

/** Returns the key of an endpoint of the actor's merchant and mode. */
export function keyOf({ merchant_id, mode }: MerchantActor, endpoint_id: string): EndpointKey {
  return { merchant_id, mode, endpoint_id };
}
