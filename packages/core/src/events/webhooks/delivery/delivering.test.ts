import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { systemClock } from '@guichet/kernel/clock';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { withConnection } from '../../../../../../test-support/connection.ts';
import { composeContext, type TestContext } from '../../../../../../test-support/context.ts';
import { makeTestDatabase } from '../../../../../../test-support/database.ts';
import { openEndpointLeases } from './endpoint-leases.ts';
import { lockLines, watchLines } from './queries.ts';
import { openShop, type Shop, startSending } from './testing/open-shop.ts';

let ctx: TestContext<typeof systemClock>;
beforeAll(async () => {
  ctx = composeContext(await makeTestDatabase(), systemClock);
});
afterAll(() => ctx.database.close());

const start = (owned_max?: number) => startSending(ctx, owned_max);
const open = (answer?: Parameters<typeof openShop>[1]): Promise<Shop> => openShop(ctx, answer);

async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await check())) await setTimeout(10);
}
const waiting = (shop: Shop): Promise<number> => shop.countDeliveries('waiting');
/** Breaks the connections that hold the leases. */
async function breakConnections(): Promise<void> {
  const { rowCount } = await ctx.pool.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())`,
  );
  expect(rowCount).toBeGreaterThan(0);
}
async function countLocks(): Promise<number> {
  const { rows } = await ctx.pool.query<{ locks: number }>(
    `select count(*)::int as locks from pg_locks where locktype = 'advisory' and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows[0]?.locks ?? Number.NaN;
}
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
    expect(await shop.countDeliveries('delivered')).toBe(2);
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
    await breakConnections();
    await shop.emit('after');
    await until(() => shop.arrived().includes('after.1'));
    slow?.end();
    await until(async () => (await waiting(shop)) === 0);
    expect(shop.arrived().toSorted()).toEqual(['after.1', 'slow.1']);
  });
});

it('a later event of an object waits for the earlier one even when the connections break', async () => {
  let slow: ServerResponse | undefined;
  const shop = await open((response, _, count) => {
    if (count === 1) slow = response;
    else response.end();
  });
  start();
  await shop.emit('a');
  await until(() => slow !== undefined);
  await breakConnections();
  await shop.emit('b', 'a');
  await until(() => shop.arrived().includes('b.1'));
  await setTimeout(300);
  expect(shop.arrived()).toEqual(['a.1', 'b.1']);
  slow?.end();
  await until(async () => (await waiting(shop)) === 0);
  expect(shop.arrived()).toEqual(['a.1', 'b.1', 'a.2']);
});

it('requests in flight count toward the window even when the connections break', async () => {
  const shop = await open(() => undefined);
  start();
  await shop.emit('a', 'b');
  await until(() => shop.arrived().length === 2);
  await breakConnections();
  await shop.emit('c', 'd');
  await setTimeout(1_500);
  expect(shop.arrived()).toEqual(['a.1', 'b.1']);
  await shop.receiver.close();
});

describe('a process that may own three endpoints', () => {
  it('sends to all twelve endpoints, and never holds more than three locks', async () => {
    const shops = await Promise.all(numbers(12).map(() => open()));
    await Promise.all(shops.map((shop) => shop.emit('a', 'b', 'a')));
    start(3);
    const seen = new Set<number>();
    await until(async () => {
      seen.add(await countLocks());
      return shops.every((shop) => shop.arrived().length === 3);
    });
    expect(Math.max(...seen)).toBeLessThanOrEqual(3);
    for (const shop of shops) await until(async () => (await waiting(shop)) === 0);
    for (const shop of shops) expect(shop.arrived().toSorted()).toEqual(['a.1', 'a.2', 'b.1']);
  });

  it('sends to a fourth endpoint before the first three have received everything', async () => {
    const busy = await Promise.all(
      numbers(3).map(() => open((response) => void setTimeout(400).then(() => response.end()))),
    );
    await Promise.all(busy.map((shop) => shop.emit(...numbers(300).map((number) => `o${number}`))));
    start(3);
    for (const shop of busy) await until(() => shop.arrived().length > 0);
    const other = await open();
    await other.emit('a');
    await until(() => other.arrived().length === 1);
    for (const shop of busy) expect(await waiting(shop)).toBeGreaterThan(0);
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

  it('take over the endpoints of a process that is suspended', async () => {
    const shop = await open();
    await withConnection(ctx.database.database_url, async (standing) => {
      standing.on('error', () => undefined); // PostgreSQL ends the connection.
      await watchLines(standing, 500);
      expect(await lockLines(standing, [shop.endpoint_id])).toEqual([shop.endpoint_id]);
      start();
      await shop.emit('a');
      await until(() => shop.arrived().length === 1);
      await until(async () => (await waiting(shop)) === 0);
    });
  });

  it('keep their endpoints while they have nothing to send', async () => {
    const shop = await open();
    const ignore = (): void => {};
    const on = { announced: ignore, changed: ignore, lost: ignore };
    const owner = await openEndpointLeases(ctx, on, { beat_ms: 20, silence_max_ms: 15_000 });
    onTestFinished(() => owner.close());
    await owner.take([shop.endpoint_id]);
    const usedAt = async (): Promise<number> => {
      const { rows } = await ctx.pool.query<{ state_change: Date }>(
        `select state_change from pg_stat_activity join pg_locks using (pid)
        where locktype = 'advisory' and datname = current_database()`,
      );
      return rows[0]?.state_change.getTime() ?? Number.NaN;
    };
    const before_ms = await usedAt();
    await until(async () => (await usedAt()) > before_ms);
  });
});
