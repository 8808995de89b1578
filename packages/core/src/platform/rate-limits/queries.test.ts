import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withConnection } from '../../../../../test-support/connection.ts';
import { makeTestDatabase, type TestDatabase } from '../../../../../test-support/database.ts';
import { type StoppedClock, stopClock } from '../../../../../test-support/stopped-clock.ts';
import { type Connected, connect } from '../database/connect.ts';
import { type Ask, deleteFullBuckets, leaseTokens } from './queries.ts';
import { sweepBuckets } from './sweep.ts';

let database: TestDatabase;
let clock: StoppedClock;
let node: Connected;
beforeAll(async () => {
  database = await makeTestDatabase();
  clock = await stopClock(database);
  node = connect(database.database_url, {
    connections_max: 5,
    onError: (error) => {
      throw error;
    },
  });
});
beforeEach(async () => {
  await database.pool.query('truncate rate_limit_buckets');
});
afterAll(async () => {
  await node.close();
  await database.close();
});

const ask = (wanted: number, changes: Partial<Ask> = {}): Ask => ({
  subject: 'key:a',
  per_second: 20,
  burst: 40,
  wanted,
  ...changes,
});
const lease = async (one: Ask) => (await leaseTokens(node.pool, [one]))[0];

describe('a bucket', () => {
  type Step = readonly [advance_ms: number, wanted: number, granted: number, tokens: number];
  const tables: Readonly<Record<string, readonly Step[]>> = {
    'is full at first': [[0, 1, 1, 39]],
    'gives no more than it holds': [
      [0, 500, 40, 0],
      [0, 1, 0, 0],
    ],
    'can be emptied in parts': [
      [0, 15, 15, 25],
      [0, 25, 25, 0],
      [0, 1, 0, 0],
    ],
    'is refilled as time passes, and gives whole tokens': [
      [0, 40, 40, 0],
      [40, 1, 0, 0.8],
      [9, 1, 0, 0.98],
      [1, 1, 1, 0],
      [75, 10, 1, 0.5],
      [25, 10, 1, 0],
      [1000, 10, 10, 10],
    ],
    'is never fuller than full': [
      [0, 10, 10, 30],
      [60_000, 0, 0, 40],
      [60_000, 100, 40, 0],
    ],
    'neither loses nor gains tokens when the clock is set back': [
      [0, 30, 30, 10],
      [-3_600_000, 5, 5, 5],
      [100, 0, 0, 7],
      [-3_600_000, 100, 7, 0],
    ],
  };
  it.each(Object.entries(tables))('%s', async (_, steps) => {
    for (const [advance_ms, wanted, granted, tokens] of steps) {
      await clock.advance(advance_ms);
      const leased = await lease(ask(wanted));
      expect(leased).toEqual({ subject: 'key:a', granted, tokens: expect.closeTo(tokens, 9) });
    }
  });

  it.each([
    ['a lower limit removes the excess', { per_second: 5, burst: 10 }, 10],
    ['a higher limit only adds refilled tokens', { per_second: 1000, burst: 2000 }, 39],
  ])('adapts to a changed limit: %s', async (_, limit, granted) => {
    await lease(ask(1));
    expect(await lease(ask(5000, limit))).toMatchObject({ granted, tokens: 0 });
    await clock.advance(1000);
    expect(await lease(ask(5000, limit))).toMatchObject({ granted: limit.per_second, tokens: 0 });
  });

  it('is separate from the buckets of other subjects', async () => {
    const asks = ['key:b', 'key:a', 'address:a'].map((subject, index) => ask(index + 1, { subject }));
    const leases = await leaseTokens(node.pool, asks);
    const expected = asks.map(({ subject, wanted }) => ({ subject, granted: wanted, tokens: 40 - wanted }));
    expect(leases).toHaveLength(3);
    expect(leases).toEqual(expect.arrayContaining(expected));
  });
});

it('concurrent lease statements in any order do not deadlock, and lease each token once', async () => {
  const subjects = Array.from({ length: 60 }, (_, index) => `key:${index}`);
  const leases = await Promise.all(
    Array.from({ length: 100 }, (_, round) => {
      const shifted = [...subjects.slice(round % 60), ...subjects.slice(0, round % 60)];
      const asks = (round % 2 === 0 ? shifted : shifted.reverse()).map((subject) => ask(1, { subject }));
      return leaseTokens(node.pool, asks);
    }),
  );
  const granted = new Map<string, number>();
  for (const one of leases.flat()) granted.set(one.subject, (granted.get(one.subject) ?? 0) + one.granted);
  expect([...granted.values()]).toEqual(Array(60).fill(40));
});

describe('a sweep of the buckets', () => {
  const left = async (): Promise<string[]> => {
    const { rows } = await database.pool.query('select subject from rate_limit_buckets order by subject');
    return rows.map(({ subject }) => subject);
  };
  const empty = async (...subjects: readonly string[]): Promise<void> => {
    await leaseTokens(
      node.pool,
      subjects.map((subject) => ask(40, { subject })),
    );
  };

  it('deletes buckets that are full again, and no others', async () => {
    await empty('a', 'b');
    await clock.advance(1000);
    await empty('c');
    await clock.advance(999);
    await sweepBuckets(node);
    expect(await left()).toEqual(['a', 'b', 'c']);
    await clock.advance(1);
    await sweepBuckets(node);
    expect(await left()).toEqual(['c']);
  });

  it('deletes a limited number at a time', async () => {
    await empty('a', 'b', 'c');
    await clock.advance(2000);
    expect(await deleteFullBuckets(node.db, 2)).toBe(2);
    expect(await deleteFullBuckets(node.db, 2)).toBe(1);
    expect(await deleteFullBuckets(node.db, 2)).toBe(0);
  });

  it('does not wait for locked rows', async () => {
    await empty('a', 'b');
    await clock.advance(2000);
    await withConnection(database.database_url, async (client) => {
      await client.query(`begin; update rate_limit_buckets set granted = 0 where subject = 'a'`);
      await sweepBuckets(node);
      await client.query('commit');
    });
    expect(await left()).toEqual(['a']);
  });
});
