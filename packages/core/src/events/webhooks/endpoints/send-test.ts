import { makeId } from '@guichet/kernel/ids';
import type { MerchantActor } from '../../../platform/actor/actor.ts';
import { requireScope } from '../../../platform/actor/require-scope.ts';
import type { Context } from '../../../platform/context.ts';
import { writeEvent } from '../../emit.ts';
import { insertDeliveries } from '../deliveries/queries.ts';
import { holdEndpoint, keyOf, requireEnabled } from './hold.ts';
import { presentEndpoint } from './schemas.ts';

/**
 * Sends a `webhook_endpoint.test` event to one endpoint only, whatever events it listens to. Like every event, it
 * is sent through the table of deliveries.
 *
 * @throws AppError `forbidden`, `endpoint_not_found`, `conflict` when it is disabled
 */
export async function testEndpoint(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: MerchantActor,
  endpoint_id: string,
): Promise<{ event_id: string; delivery_id: string }> {
  requireScope(actor, 'developers:write');
  return holdEndpoint(ctx, keyOf(actor, endpoint_id), async (tx, endpoint) => {
    requireEnabled(endpoint);
    const { merchant_id, mode } = endpoint;
    const at = ctx.clock.now();
    const { id: event_id, sequence } = await writeEvent(tx, {
      merchant_id,
      mode,
      type: 'webhook_endpoint.test',
      object_id: endpoint_id,
      data: presentEndpoint(endpoint),
      at,
    });
    const delivery_id = makeId('delivery');
    await insertDeliveries(tx, merchant_id, [
      { id: delivery_id, event_id, endpoint_id, sequence, next_attempt_at: at, created_at: at },
    ]);
    return { event_id, delivery_id };
  });
}
