import type { Connection } from '../../../platform/database/connect.ts';
import type { DisabledReason } from '../../../platform/database/tables/webhooks.ts';
import { emitEvent } from '../../emit.ts';
import { announceChange, type Endpoint, failWaitingDeliveries, updateEndpoint } from './queries.ts';
import { presentEndpoint } from './schemas.ts';

/**
 * Disables an endpoint in the caller's transaction, which has locked it: waiting deliveries fail, and new events
 * are not scheduled. An event about this is written to the feed and sent to the merchant's other endpoints.
 */
export async function switchOff(
  tx: Connection,
  endpoint: Endpoint,
  disabled_reason: DisabledReason,
  at: Date,
): Promise<Endpoint> {
  const change = { enabled: false, disabled_reason, disabled_at: at, updated_at: at };
  await updateEndpoint(tx, endpoint, change);
  await failWaitingDeliveries(tx, endpoint);
  await announceChange(tx, endpoint.id);
  const off = { ...endpoint, ...change };
  await emitEvent(tx, {
    merchant_id: off.merchant_id,
    mode: off.mode,
    type: 'webhook_endpoint.disabled',
    object_id: off.id,
    data: presentEndpoint(off),
    at,
  });
  return off;
}
