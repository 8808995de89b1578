import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { systemClock } from '@guichet/kernel/clock';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { commandOf } from '../../../../../../test-support/actors.ts';
import { makeCaller } from '../../../../../../test-support/checkouts.ts';
import { composeContext, type TestContext } from '../../../../../../test-support/context.ts';
import { makeTestDatabase } from '../../../../../../test-support/database.ts';
import { type Receiver, startReceiver } from '../../../../../../test-support/receiver.ts';
import { emitEvent } from '../../emit.ts';
import { createEndpoint } from '../endpoints/create.ts';
import { startDelivering } from './deliver.ts';
import { makeSender } from './send.ts';

let ctx: TestContext<typeof systemClock>;
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  ctx = composeContext(await makeTestDatabase(), systemClock);
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
afterAll(() => ctx.database.close());

/** Starts sending, as a process does. */
function start(): { stop(): Promise<void> } {
  const sender = makeSender({ networks: ctx.webhook_networks });
  const delivering = startDelivering(ctx, sender);
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= delivering.stop().then(() => sender.close());
    return stopping;
  };
  closing.push(stop);
  return { stop };
}

interface Shop {
  readonly merchant_id: string;
  readonly receiver: Receiver;
  /** Object and sequence of the webhooks received, in order. */
  arrived(): string[];
  emit(...object_ids: string[]): Promise<void>;
}

async function open(answer?: Parameters<typeof startReceiver>[0]): Promise<Shop> {
  const receiver = await startReceiver(answer);
  closing.push(() => receiver.close());
  const { merchant_id } = await makeCaller(ctx);
  await createEndpoint(ctx, commandOf(merchant_id, 'test'), { url: receiver.url });
  return {
    merchant_id,
    receiver,
    arrived: () =>
      receiver.requests.map(({ body }) => {
        const { data, sequence } = JSON.parse(body);
        return `${data.id}.${sequence}`;
      }),
    emit: async (...object_ids) => {
      for (const object_id of object_ids) {
        const event = { merchant_id, mode: 'test', type: 'payment.failed', object_id } as const;
        await ctx.db
          .transaction()
          .execute((tx) => emitEvent(tx, { ...event, data: { id: object_id }, at: ctx.clock.now() }));
      }
    },
  };
}

async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await check())) await setTimeout(10);
}
const countOf = async ({ merchant_id }: Shop, condition: string): Promise<number> => {
  const { rows } = await ctx.pool.query<{ count: string }>(
    `select count(*) as count from webhook_deliveries where merchant_id = $1 and ${condition}`,
    [merchant_id],
  );
  return Number(rows[0]?.count);
};
const waiting = (shop: Shop): Promise<number> => countOf(shop, `status = 'waiting'`);
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('one process', () => {
  it('sends each existing and new delivery once, in order for each object', async () => {
    const shop = await open();
    await shop.emit('a', 'b', 'a', 'b', 'a');
    start();
    await until(() => shop.arrived().length === 5);
    await shop.emit('a', 'c');
    await until(async () => (await waiting(shop)) === 0);
    const arrived = shop.arrived();
    expect(arrived.toSorted()).toEqual(['a.1', 'a.2', 'a.3', 'a.4', 'b.1', 'b.2', 'c.1']);
    expect(arrived.filter((name) => name.startsWith('a'))).toEqual(['a.1', 'a.2', 'a.3', 'a.4']);
  });

  it('does not delay other endpoints when one hangs, nor other objects when the events of one fail', async () => {
    const hanging = await open(() => undefined);
    const picky = await open((response, { body }) => {
      response.writeHead(body.includes('"id":"bad"') ? 500 : 200).end();
    });
    const healthy = await open();
    start();
    await hanging.emit(...numbers(30).map((number) => `h${number}`));
    await until(() => hanging.receiver.requests.length > 0);
    await picky.emit('bad', 'bad', 'good', 'good');
    await healthy.emit(...numbers(30).map((number) => `h${number}`));
    await until(() => healthy.arrived().length === 30);
    await until(() => picky.arrived().includes('good.2'));
    // The hanging endpoint has no more requests in flight than its initial window allows.
    expect(hanging.receiver.requests).toHaveLength(2);
    expect(await waiting(hanging)).toBe(30);
    await hanging.receiver.close();
  });

  it('finishes requests in flight when stopped, and leaves the other deliveries waiting', async () => {
    const held: ServerResponse[] = [];
    const shop = await open((response) => void held.push(response));
    await shop.emit('a', 'b', 'c', 'd');
    const process = start();
    await until(() => held.length === 2);
    const stopped = process.stop();
    await setTimeout(50);
    for (const response of held.splice(0)) response.end();
    await stopped;
    expect(shop.arrived()).toEqual(['a.1', 'b.1']);
    expect(await countOf(shop, `status = 'delivered'`)).toBe(2);
    expect(await waiting(shop)).toBe(2);
  });

  it('continues after its connections break, and sends nothing twice', async () => {
    let slow: ServerResponse | undefined;
    const shop = await open((response, { body }) => {
      if (body.includes('"id":"slow"')) slow = response;
      else response.end();
    });
    start();
    await shop.emit('slow');
    await until(() => slow !== undefined);
    const { rowCount } = await ctx.pool.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
        and database = (select oid from pg_database where datname = current_database())`,
    );
    expect(rowCount).toBeGreaterThan(0);
    await shop.emit('after');
    await until(() => shop.arrived().includes('after.1'));
    slow?.end();
    await until(async () => (await waiting(shop)) === 0);
    expect(shop.arrived().toSorted()).toEqual(['after.1', 'slow.1']);
  });
});

describe('several processes', () => {
  it('share the endpoints and send everything once', async () => {
    const shops = await Promise.all(numbers(8).map(() => open()));
    for (const _ of numbers(3)) start();
    await Promise.all(shops.map((shop) => shop.emit(...numbers(40).map((number) => `o${number % 7}`))));
    for (const shop of shops) await until(async () => (await waiting(shop)) === 0);
    for (const shop of shops) {
      const arrived = shop.arrived();
      expect(arrived).toHaveLength(40);
      expect(new Set(arrived).size).toBe(40);
      for (const object of numbers(7)) {
        const of_it = arrived.filter((name) => name.startsWith(`o${object % 7}.`));
        expect(of_it).toEqual(numbers(of_it.length).map((number) => `o${object % 7}.${number}`));
      }
    }
  });

  it('immediately take over from a process that has stopped', async () => {
    const shop = await open();
    const first = start();
    await shop.emit('a');
    await until(() => shop.arrived().length === 1);
    start();
    await first.stop();
    await shop.emit('b');
    await until(() => shop.arrived().length === 2);
    await until(async () => (await waiting(shop)) === 0);
  });
});
