import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { housekeep } from '@guichet/server/worker/housekeep';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test-support/service.ts';
import { isNightly } from '../../../test-support/tier.ts';
import { type FaultProxy, startFaultProxy } from '../test-support/fault-proxy.ts';
import type { Mishap, ShopOptions } from '../test-support/shop.ts';
import { Guichet } from './index.ts';

const program = join(import.meta.dirname, '../test-support/shop.ts');
/** The maximum number of customers who pay concurrently. */
const customers_max = 16;
/**
 * Each customer causes four events: three failures, then a success. The nightly run has a week's worth of payments,
 * other runs enough for several pages.
 */
const payments_before = isNightly ? 255 : 90;
const payments_meanwhile = isNightly ? 30 : 10;
const events_of_payment = 4;

let service: TestService;
let guichet: Guichet;
let proxy: FaultProxy;
let folder: string;
beforeAll(async () => {
  service = await startTestService({ env: { LOG_LEVEL: 'warn' } });
  guichet = new Guichet({ apiKey: service.demo.test_key, baseUrl: `${service.url}/api/v1` });
  proxy = await startFaultProxy({ target: service.url });
  folder = await mkdtemp(join(tmpdir(), 'guichet-shop-'));
});
afterAll(async () => {
  await proxy.close();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Sells to customers who do not have enough money until their fourth attempt. */
async function sell(count: number): Promise<void> {
  let left = count;
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      const order = { amount: 2_500, currency: 'XOF', return_url: 'https://shop.example/back' };
      const { session_token } = await guichet.payments.create(order);
      for (const digits of ['01', '01', '01', '00']) {
        const payer = { operator: 'mtn_ci', phone: `+22505040302${digits}` };
        await guichet.checkout.pay(session_token, payer);
      }
    }
  };
  await Promise.all(Array.from({ length: customers_max }, work));
}

/** Runs the shop until it ends. @returns its exit code or the signal that ended it */
async function runShop(journal: string, seed: number, mishap?: ShopOptions['mishap']): Promise<unknown> {
  const options: ShopOptions = {
    api_key: service.demo.test_key,
    base_url: `${proxy.url}/api/v1`,
    journal,
    seed,
    ...(mishap && { mishap }),
  };
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, SHOP: JSON.stringify(options) },
    stdio: 'ignore',
  });
  const [code, signal] = await once(child, 'close');
  return signal ?? code;
}

/** Lists the events in the database, in the order of the feed. */
async function listTruth(): Promise<{ id: string; type: string }[]> {
  const { rows } = await service.ctx.pool.query('select id, type from events order by position');
  return rows;
}

interface Run {
  readonly at: number;
  readonly kind: Mishap;
  readonly end: unknown;
  readonly comes_again: boolean;
}

/** Runs that end beyond the second page of the feed. */
const at_length: readonly Run[] = [
  { at: 250, kind: 'throws', end: 1, comes_again: true },
  { at: 237, kind: 'killed before it is done', end: 'SIGKILL', comes_again: true },
];

/** The mishap of each run of the shop: how the run ends, and whether the event must be repeated. */
const mishaps: readonly Run[] = [
  { at: 1, kind: 'throws', end: 1, comes_again: true },
  { at: 1, kind: 'killed before it is done', end: 'SIGKILL', comes_again: true },
  { at: 1, kind: 'killed after it is done', end: 'SIGKILL', comes_again: false },
  { at: 99, kind: 'killed before it is done', end: 'SIGKILL', comes_again: true },
  { at: 100, kind: 'throws', end: 1, comes_again: true },
  { at: 101, kind: 'killed after it is done', end: 'SIGKILL', comes_again: false },
  ...(isNightly ? at_length : []),
];

test('without an endpoint, a shop that was down for a week misses nothing and repeats only unfinished events', async () => {
  await sell(payments_before);
  const in_a_week = new Date(Date.now() + 7 * 24 * 3_600_000);
  await housekeep({ ...service.ctx, clock: { now: () => in_a_week } });
  expect(await listTruth()).toHaveLength(payments_before * events_of_payment);

  const journal = join(folder, 'journal');
  await writeFile(journal, '');
  // Customers continue to pay while the shop catches up.
  const meanwhile = sell(payments_meanwhile);
  for (const [seed, { at, kind, end }] of mishaps.entries()) {
    expect(await runShop(journal, seed, { at, kind }), `${kind} at ${at}`).toBe(end);
  }
  await meanwhile;
  expect(await runShop(journal, mishaps.length)).toBe(0);

  const lines = (await readFile(journal, 'utf8')).trim().split('\n');
  const idsOf = (word: string): string[] =>
    lines.flatMap((line) => (line.startsWith(word) ? [line.slice(word.length + 1)] : []));
  const truth = await listTruth();
  expect(truth).toHaveLength((payments_before + payments_meanwhile) * events_of_payment);
  expect(idsOf('done')).toEqual(truth.map(({ id }) => id));
  const again = mishaps.filter(({ comes_again }) => comes_again).length;
  expect(idsOf('begun')).toHaveLength(truth.length + again);

  // With fewer network faults, the test would prove little.
  const { pass = 0, late = 0, twice = 0, ...breaking } = proxy.counts;
  const broken = Object.values(breaking).reduce((sum, count) => sum + count, 0);
  expect(broken, JSON.stringify({ pass, late, twice, ...breaking })).toBeGreaterThanOrEqual(5);
  const { rows } = await service.ctx.pool.query('select 1 from webhook_endpoints');
  expect(rows).toEqual([]);
}, 120_000);

test('without new events, sync returns the same cursor and does not call the handler', async () => {
  const last = (await listTruth()).at(-1)?.id ?? null;
  const seen: string[] = [];
  expect(await guichet.events.sync(last, ({ id }) => seen.push(id))).toBe(last);
  expect(seen).toEqual([]);
});
