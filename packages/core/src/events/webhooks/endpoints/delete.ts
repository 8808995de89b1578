import { timestampText } from '@guichet/kernel/clock';
import type { Context } from '../../../platform/context.ts';
import { holdEndpoint } from './hold.ts';
import { type EndpointKey, updateEndpoint } from './queries.ts';
import { switchOff } from './switch-off.ts';

/**
 * Deletes an endpoint: waiting deliveries fail, and nothing more is sent to it. Its deliveries are kept.
 *
 * @throws AppError `endpoint_not_found`, also when it was deleted before
 */
export async function deleteEndpoint(
  ctx: Pick<Context, 'db' | 'clock'>,
  key: EndpointKey,
): Promise<{ id: string; deleted_at: string }> {
  const deleted_at = ctx.clock.now();
  await holdEndpoint(ctx, key, async (tx, endpoint) => {
    if (endpoint.enabled) await switchOff(tx, endpoint, 'by_hand', deleted_at);
    await updateEndpoint(tx, endpoint, { deleted_at, updated_at: deleted_at });
  });
  return { id: key.endpoint_id, deleted_at: timestampText(deleted_at) };
}
