import { timestampText } from '@guichet/kernel/clock';
import type { MerchantActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { holdEndpoint, keyOf } from './hold.ts';
import { limitSecrets, updateEndpoint } from './queries.ts';
import { switchOff } from './switch-off.ts';

/**
 * Deletes an endpoint: waiting deliveries fail, nothing more is sent to it, and its secrets expire. Its deliveries
 * are kept.
 *
 * @throws AppError `forbidden`, `endpoint_not_found`, also when it was deleted before
 */
export async function deleteEndpoint(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: MerchantActor,
  endpoint_id: string,
): Promise<{ id: string; deleted_at: string }> {
  requireScope(actor, 'developers:write');
  const deleted_at = ctx.clock.now();
  const key = keyOf(actor, endpoint_id);
  await holdEndpoint(ctx, key, async (tx, endpoint) => {
    if (endpoint.enabled) await switchOff(tx, endpoint, 'by_hand', deleted_at);
    await updateEndpoint(tx, endpoint, { deleted_at, updated_at: deleted_at });
    await limitSecrets(tx, key, deleted_at);
  });
  return { id: endpoint_id, deleted_at: timestampText(deleted_at) };
}
