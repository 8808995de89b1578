import { setTimeout } from 'node:timers/promises';
import { showOwnDelivery, testEndpoint } from '@guichet/core/events';
import type { Context } from '@guichet/core/platform';
import { actingForOwner } from '../acting.ts';

/** Longer than the first attempt's deadline of 15 s, because the delivery may have to wait for earlier ones. */
const wait_ms = 20_000;
const pause_ms = 100;

/** Sends a test event to an endpoint and waits until the service has attempted the delivery. */
export async function sendTest(ctx: Context, id: string) {
  const actor = await actingForOwner(ctx, 'endpoint', id);
  const { delivery_id } = await testEndpoint(ctx, actor, id);
  const until_ms = performance.now() + wait_ms;
  for (;;) {
    const delivery = await showOwnDelivery(ctx, actor, delivery_id);
    const isTried = delivery.attempts > 0;
    if (isTried || performance.now() > until_ms) {
      const problem = isTried
        ? null
        : 'not attempted yet: is the service running, and is the endpoint not paused?';
      return { is_delivered: delivery.status === 'delivered', problem, delivery };
    }
    await setTimeout(pause_ms);
  }
}
