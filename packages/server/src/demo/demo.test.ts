import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMerchant, revokeKey } from '@guichet/core/accounts';
import { listBalances } from '@guichet/core/ledger';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { command, commandOf } from '../../../../test-support/actors.ts';
import { makeTestDatabase, type TestDatabase } from '../../../../test-support/database.ts';
import { untilWaiting } from '../../../../test-support/locks.ts';
import { startTestService, type TestService } from '../../../../test-support/service.ts';
import { callApi, initialize, least } from '../testing/api.ts';
import { send } from '../testing/send.ts';
import { makeVisitor } from '../testing/visitor.ts';
import { type Demo, prepareDemo } from './prepare-demo.ts';

let database: TestDatabase;
let data_dir: string;
let service: TestService;
beforeAll(async () => {
  database = await makeTestDatabase();
  service = await startTestService({ database });
});
afterAll(async () => {
  await service.stop();
  await database.close();
});
beforeEach(async () => {
  data_dir = await mkdtemp(join(tmpdir(), 'guichet-demo-'));
  onTestFinished(() => rm(data_dir, { recursive: true }));
});

async function readNote(): Promise<Demo> {
  return JSON.parse(await readFile(join(data_dir, 'demo.json'), 'utf8'));
}

describe('the first start', () => {
  test('creates a merchant with its operators and a key that works', async () => {
    const made = await initialize(service, least);
    expect(made.status).toBe(201);
    const seen = await callApi(service, `/api/v1/checkout/${made.body.data?.session_token}`);
    const operators = seen.body.data?.operators as { code: string; fee_percent: number }[];
    expect(operators.map(({ code, fee_percent }) => `${code} ${fee_percent}`)).toEqual([
      'mtn_bj 0',
      'wave_ci 1',
      'orange_ci 1.5',
      'mtn_ci 2',
    ]);
  });

  test('writes demo.json, readable by its owner only, and no other file', async () => {
    const { merchant_id, test_key, owner } = await prepareDemo(service.ctx, data_dir);
    expect(await readNote()).toEqual({ base_url: `${service.url}/api/v1`, merchant_id, test_key, owner });
    expect(((await stat(join(data_dir, 'demo.json'))).mode & 0o777).toString(8)).toBe('600');
    expect(await readdir(data_dir)).toEqual(['demo.json']);
    expect(merchant_id).toBe(service.demo.merchant_id);
  });

  test('creates one merchant, however many processes start at once', async () => {
    const own = await makeTestDatabase();
    onTestFinished(() => own.close());
    const ctx = { ...service.ctx, db: own.db, pool: own.pool };
    const holder = await own.pool.connect();
    // The lock allows reads but blocks writes until every start has looked for the merchant or is waiting for its
    // turn.
    await holder.query('begin; lock table merchants in share mode');
    const starts = Array.from({ length: 4 }, () => prepareDemo(ctx, data_dir));
    await untilWaiting(own, 4);
    await holder.query('commit');
    holder.release();
    const made = await Promise.all(starts);
    expect(new Set(made.map(({ merchant_id }) => merchant_id)).size).toBe(1);
  });
});

describe('test money', () => {
  const balances = (merchant_id: string) => listBalances(service.ctx, commandOf(merchant_id));
  const million = [{ currency: 'XOF', available: 1_000_000, payouts_in_flight: 0, held: 0 }];

  test('is added at the first start, and only once', async () => {
    const { merchant_id } = await prepareDemo(service.ctx, data_dir);
    await prepareDemo(service.ctx, data_dir);
    expect(await balances(merchant_id)).toEqual(million);
  });

  test('is added to a merchant created by a version that had none', async () => {
    const own = await makeTestDatabase();
    onTestFinished(() => own.close());
    const ctx = { ...service.ctx, db: own.db, pool: own.pool };
    const { id: merchant_id } = await createMerchant(ctx, command, {
      name: 'Boutique',
      country: 'CI',
      is_demo: true,
    });
    expect(await prepareDemo(ctx, data_dir)).toMatchObject({ merchant_id });
    expect(await listBalances(ctx, commandOf(merchant_id))).toEqual(million);
  });
});

describe('a later start', () => {
  test('keeps the merchant and the key', async () => {
    const first = await prepareDemo(service.ctx, data_dir);
    expect(await prepareDemo(service.ctx, data_dir)).toEqual(first);
  });

  test('updates the service’s URL if it has changed', async () => {
    const first = await prepareDemo(service.ctx, data_dir);
    const ctx = { ...service.ctx, public_url: 'http://192.0.2.7:3000' };
    expect(await prepareDemo(ctx, data_dir)).toEqual({ ...first, base_url: 'http://192.0.2.7:3000/api/v1' });
    expect(await readNote()).toMatchObject({ base_url: 'http://192.0.2.7:3000/api/v1' });
  });

  const notes: readonly [what: string, change: (demo: Demo) => string][] = [
    ['a truncated note', (demo) => JSON.stringify(demo).slice(0, -10)],
    ['an empty note', () => ''],
    ['a note with other content', () => '"demo"'],
    ['a note that is null', () => 'null'],
    ['a key that never existed', (demo) => JSON.stringify({ ...demo, test_key: 'svc_test_x' })],
  ];
  test.each(notes)('creates a new key for %s', async (_, change) => {
    const first = await prepareDemo(service.ctx, data_dir);
    await writeFile(join(data_dir, 'demo.json'), change(first));
    const second = await prepareDemo(service.ctx, data_dir);
    expect(second.merchant_id).toBe(first.merchant_id);
    expect(second.test_key).not.toBe(first.test_key);
    expect(await readNote()).toEqual(second);
    expect((await initialize(service, least, second.test_key)).status).toBe(201);
  });

  test('creates a new key when the old one was revoked', async () => {
    const first = await prepareDemo(service.ctx, data_dir);
    const { rows } = await database.pool.query('select id from api_keys where last_four = $1', [
      first.test_key.slice(-4),
    ]);
    expect(rows).toHaveLength(1);
    await revokeKey(service.ctx, command, rows[0].id);
    const second = await prepareDemo(service.ctx, data_dir);
    expect(second.test_key).not.toBe(first.test_key);
    expect((await initialize(service, least, second.test_key)).status).toBe(201);
  });
});

describe('/demo', () => {
  test('redirects to a new page each time', async () => {
    const visitor = makeVisitor(service);
    const first = await visitor.open('/demo');
    const second = await visitor.open('/demo');
    for (const page of [first, second]) {
      expect([page.status, page.state]).toEqual([200, 'choose']);
      expect(page.path).toMatch(/^\/pay\/[A-Za-z0-9_-]{48}$/);
    }
    expect(first.path).not.toBe(second.path);
  });

  test('can be paid, and then leads to the page that stands in for a shop’s own', async () => {
    const visitor = makeVisitor(service);
    const choose = await visitor.open('/demo');
    const confirm = await visitor.submit(choose, '/choose', { operator: 'orange_ci', phone: '0748151600' });
    const receipt = await visitor.submit(confirm, '/pay');
    const leave = receipt.links.find((href) => href.endsWith('/leave')) ?? '';
    const shop = await visitor.open(leave);
    expect([shop.status, shop.path.split('?')[0]]).toEqual([200, '/demo/returned']);
    expect(shop.words).toMatch(/Payment pay_[0-9A-Z]{26} Status success/);
  });

  test('can be cancelled', async () => {
    const visitor = makeVisitor(service);
    const shop = await visitor.submit(await visitor.open('/demo'), '/cancel');
    expect([shop.status, shop.path]).toEqual([200, '/demo/returned']);
    expect(shop.words).toContain('Status cancelled');
  });

  test('is not cached', async () => {
    const answer = await send(service.url, '/demo');
    expect([answer.status, answer.headers['cache-control']]).toEqual([303, 'no-store']);
  });
});
