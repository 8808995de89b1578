import { createMerchant } from '@guichet/core/accounts';
import { createEndpoint } from '@guichet/core/events';
import type { Context } from '@guichet/core/platform';
import { command, commandOf } from '../../test-support/actors.ts';
import type { Target } from './make-events.ts';

const at_once = 8;
const endpoints_of_a_merchant = 20;

/** An endpoint to create: the receiver's path to which its events are sent, and its share of the events. */
export interface Plan {
  readonly path: string;
  readonly weight: number;
}

/**
 * Creates endpoints in test mode, up to 20 per merchant. Each has its own loopback address, so that the sender
 * treats each as a different server (Linux accepts all of 127.0.0.0/8).
 */
export async function setUpEndpoints(ctx: Context, port: number, plans: readonly Plan[]): Promise<Target[]> {
  const targets: Target[] = [];
  let merchant_id = '';
  for (let index = 0; index < plans.length; index += at_once) {
    if (index % endpoints_of_a_merchant < at_once) {
      ({ id: merchant_id } = await createMerchant(ctx, command, { name: 'Benchmark', country: 'CI' }));
    }
    const some = plans.slice(index, index + at_once).map(async ({ path, weight }, offset) => {
      const number = index + offset;
      const url = `http://127.1.${number >> 8}.${number & 255}:${port}/${path}`;
      const { id: endpoint_id } = await createEndpoint(ctx, commandOf(merchant_id, 'test'), { url });
      return { merchant_id, endpoint_id, weight };
    });
    targets.push(...(await Promise.all(some)));
  }
  return targets;
}
