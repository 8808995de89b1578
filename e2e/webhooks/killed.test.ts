import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startCommand } from '@guichet/cli/testing/spawn-cli';
import { createMerchant } from '@guichet/core/accounts';
import { createEndpoint } from '@guichet/core/events';
import { type Context, migrate } from '@guichet/core/platform';
import { emitEvent } from '@guichet/core/testing';
import { silentLog } from '@guichet/kernel/log';
import { compose } from '@guichet/server/compose';
import { readConfig } from '@guichet/server/config';
import { makeFolder, postmasterPid } from '@guichet/server/embedded-postgres/testing/folders';
import { expect, onTestFinished, test } from 'vitest';
import { command, commandOf } from '../../test-support/actors.ts';
import { startReceiver } from '../../test-support/receiver.ts';
import { chooseFreePort } from '../../test-support/service.ts';

/** The number of kills: `WEBHOOK_KILLS=50 npx vitest run e2e/webhooks` runs a longer test. */
const kills = Number(process.env.WEBHOOK_KILLS ?? 5);
const workers = 2;
const emitters = 4;
const answer_max_ms = 40;

interface World {
  readonly ctx: Context;
  readonly merchant_id: string;
  readonly data_dir: string;
  readonly env: Readonly<Record<string, string>>;
}

async function begin(): Promise<World> {
  const data_dir = join(await makeFolder(), 'data');
  const env = {
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    DATA_DIR: data_dir,
    LOG_LEVEL: 'error',
    PORT: String(await chooseFreePort()),
  };
  const { ctx, close } = await compose(readConfig(env), silentLog);
  onTestFinished(close);
  await migrate(ctx.db, ctx.pool);
  const { id: merchant_id } = await createMerchant(ctx, command, { name: 'Boutique', country: 'CI' });
  return { ctx, merchant_id, data_dir, env };
}

/** Emits events until it is stopped, each in its own transaction. @returns ids of events known to be committed */
function emitUntil(signal: AbortSignal, { ctx, merchant_id }: World, number: number): Promise<string[]> {
  const committed: string[] = [];
  const emit = async (object_id: string): Promise<string> => {
    const event = { merchant_id, mode: 'test', type: 'payment.failed', object_id } as const;
    const data = { id: object_id };
    return ctx.db.transaction().execute((tx) => emitEvent(tx, { ...event, data, at: ctx.clock.now() }));
  };
  return (async () => {
    for (let count = 0; !signal.aborted; count++) {
      // Some objects have several events.
      const object_id = `pay_${number}_${count - (count % 3)}`;
      // PostgreSQL may have just been killed; the end of the test shows whether the event was written.
      const id = await emit(object_id).catch(() => undefined);
      if (id === undefined) await setTimeout(50);
      else committed.push(id);
      await setTimeout(randomInt(10));
    }
    return committed;
  })();
}

async function startWorker({ env }: World) {
  const own = { ...env, PORT: String(await chooseFreePort()) };
  const running = await startCommand(['worker', '--json'], own, /\n$/);
  onTestFinished(() => running.end('SIGKILL').then(() => undefined));
  return running;
}

/** Repeats a query until the database responds. */
async function ask<Row extends object>({ ctx }: World, text: string): Promise<Row[]> {
  for (;;) {
    // The database has just been killed.
    const answer = await ctx.pool.query<Row>(text).catch(() => undefined);
    if (answer) return answer.rows;
    await setTimeout(50);
  }
}

async function deliveredIds(world: World): Promise<ReadonlySet<string>> {
  const rows = await ask<{ event_id: string }>(
    world,
    `select event_id from webhook_deliveries where status = 'delivered'`,
  );
  return new Set(rows.map(({ event_id }) => event_id));
}

interface Shop {
  readonly url: string;
  /** The number of times that each event has arrived. */
  readonly copies: ReadonlyMap<string, number>;
  /** The sequence numbers of each object's events, in the order of their first arrival. */
  readonly arrivals: ReadonlyMap<string, readonly number[]>;
}

async function openShop(): Promise<Shop> {
  const copies = new Map<string, number>();
  const arrivals = new Map<string, number[]>();
  const receiver = await startReceiver((response, { headers, body }) => {
    const id = String(headers['webhook-id']);
    const { sequence, data } = JSON.parse(body);
    if (!copies.has(id)) arrivals.set(data.id, [...(arrivals.get(data.id) ?? []), sequence]);
    copies.set(id, (copies.get(id) ?? 0) + 1);
    void setTimeout(randomInt(answer_max_ms)).then(() => response.end());
  });
  onTestFinished(() => receiver.close());
  return { url: receiver.url, copies, arrivals };
}

/**
 * @returns the number of events in flight when the processes were killed: received by the shop, but not yet
 * recorded
 */
async function killAll(world: World, { copies }: Shop): Promise<number> {
  const running = await Promise.all(Array.from({ length: workers }, () => startWorker(world)));
  const unrecorded = (recorded: ReadonlySet<string>): number =>
    [...copies.keys()].filter((id) => !recorded.has(id)).length;
  let on_their_way = 0;
  for (let kill = 0; kill < kills; kill++) {
    await setTimeout(300 + randomInt(700));
    if (kill % 2 === 0) {
      const place = randomInt(workers);
      await running[place]?.end('SIGKILL');
      on_their_way += unrecorded(await deliveredIds(world));
      running[place] = await startWorker(world);
    } else {
      // Read before the kill: deliveries that a worker records only after the database is back were also in flight.
      const before = await deliveredIds(world);
      process.kill((await postmasterPid(join(world.data_dir, 'postgres'))) ?? 0, 'SIGKILL');
      await setTimeout(answer_max_ms);
      on_their_way += unrecorded(before);
    }
  }
  return on_their_way;
}

const written = `select events.id, count(webhook_attempts.number)::int as attempts
  from events
  join webhook_deliveries on webhook_deliveries.event_id = events.id
  left join webhook_attempts on webhook_attempts.delivery_id = webhook_deliveries.id
  group by events.id`;

test(`killing workers and PostgreSQL ${kills} times while webhooks are sent loses no webhook, and repeats only those in flight`, {
  timeout: 60_000 + kills * 10_000,
}, async ({ annotate }) => {
  const world = await begin();
  const shop = await openShop();
  await createEndpoint(world.ctx, commandOf(world.merchant_id, 'test'), { url: shop.url });
  const stopping = new AbortController();
  const emitting = Promise.all(
    Array.from({ length: emitters }, (_, number) => emitUntil(stopping.signal, world, number)),
  );
  const on_their_way = await killAll(world, shop);
  await setTimeout(300);
  stopping.abort();
  const committed = (await emitting).flat();

  await expect
    .poll(() => ask(world, `select id from webhook_deliveries where status <> 'delivered'`), {
      timeout: 40_000,
    })
    .toEqual([]);
  const all = await ask<{ id: string; attempts: number }>(world, written);
  const ids = new Set(all.map(({ id }) => id));
  expect(committed.filter((id) => !ids.has(id))).toEqual([]);
  expect(all.filter(({ id }) => !shop.copies.has(id))).toEqual([]);
  expect(all.filter(({ attempts }) => attempts === 0)).toEqual([]);
  const twice = [...shop.copies.values()].reduce((total, count) => total + count - 1, 0);
  await annotate(
    `${kills} kills: ${all.length} events, ${committed.length} known to be committed, ${twice} sent twice of ${on_their_way} in flight`,
  );
  expect(committed.length).toBeGreaterThan(kills);
  expect(twice).toBeLessThanOrEqual(on_their_way);
  const out_of_order = [...shop.arrivals].filter(([, numbers]) =>
    numbers.some((one, index) => one !== index + 1),
  );
  expect(out_of_order).toEqual([]);
});
