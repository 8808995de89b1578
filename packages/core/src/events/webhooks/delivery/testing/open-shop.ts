import type { Context } from '@guichet/core/platform';
import { onTestFinished } from 'vitest';
import { commandOf } from '../../../../../../../test-support/actors.ts';
import { makeCaller } from '../../../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../../../test-support/context.ts';
import { type Receiver, startReceiver } from '../../../../../../../test-support/receiver.ts';
import { emitEvent } from '../../../emit.ts';
import { createEndpoint } from '../../endpoints/create.ts';
import { startDelivering } from '../deliver.ts';
import { makeSender } from '../send.ts';

/** Sends webhooks, as a worker does, until the test ends. @param owned_max see {@link startDelivering} */
export function startSending(ctx: Context, owned_max?: number): { stop(): Promise<void> } {
  const sender = makeSender({ networks: ctx.webhook_networks });
  const delivering = startDelivering(ctx, sender, owned_max);
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= delivering.stop().then(() => sender.close());
    return stopping;
  };
  onTestFinished(stop);
  return { stop };
}

/** A merchant with one endpoint. */
export interface Shop {
  readonly merchant_id: string;
  readonly endpoint_id: string;
  readonly receiver: Receiver;
  /** Object and sequence of the webhooks received, in order. */
  arrived(): string[];
  /** Emits one event of each object. */
  emit(...object_ids: string[]): Promise<void>;
  countDeliveries(status: string): Promise<number>;
}

/** Opens a shop until the test ends. */
export async function openShop(
  ctx: TestContext<Context['clock']>,
  answer?: Parameters<typeof startReceiver>[0],
): Promise<Shop> {
  const receiver = await startReceiver(answer);
  onTestFinished(() => receiver.close());
  const { merchant_id } = await makeCaller(ctx as TestContext);
  const { id: endpoint_id } = await createEndpoint(ctx, commandOf(merchant_id, 'test'), {
    url: receiver.url,
  });
  return {
    merchant_id,
    endpoint_id,
    receiver,
    arrived: () => namesOf(receiver),
    emit: async (...object_ids) => {
      for (const object_id of object_ids) {
        const event = { merchant_id, mode: 'test', type: 'payment.failed', object_id } as const;
        await ctx.db
          .transaction()
          .execute((tx) => emitEvent(tx, { ...event, data: { id: object_id }, at: ctx.clock.now() }));
      }
    },
    countDeliveries: async (status) => {
      const { rows } = await ctx.pool.query<{ count: string }>(
        'select count(*) as count from webhook_deliveries where merchant_id = $1 and status = $2',
        [merchant_id, status],
      );
      return Number(rows[0]?.count);
    },
  };
}

/** Returns object and sequence of the webhooks that a server has received, in order. */
export function namesOf({ requests }: Receiver): string[] {
  return requests.map(({ body }) => {
    const { data, sequence } = JSON.parse(body);
    return `${data.id}.${sequence}`;
  });
}
