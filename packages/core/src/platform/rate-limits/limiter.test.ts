import { setImmediate, setTimeout } from 'node:timers/promises';
import { silentLog } from '@guichet/kernel/log';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withConnection } from '../../../../../test-support/connection.ts';
import { makeTestDatabase, type TestDatabase } from '../../../../../test-support/database.ts';
import { type StoppedClock, stopClock } from '../../../../../test-support/stopped-clock.ts';
import { type Connected, connect } from '../database/connect.ts';
import type { Limit, LimitResult } from './limit.ts';
import { type Limiter, type LimiterOptions, makeLimiter } from './limiter.ts';

let database: TestDatabase;
let clock: StoppedClock;
let nodes: Connected[];
let now_ms = 0;
let logged: string[];
let queries: number;
beforeAll(async () => {
  database = await makeTestDatabase();
  clock = await stopClock(database);
  nodes = [1, 2].map(() =>
    connect(database.database_url, {
      connections_max: 2,
      onError: (error) => {
        throw error;
      },
    }),
  );
  for (const { pool } of nodes) {
    pool.on('release', () => {
      queries++;
    });
  }
});
beforeEach(async () => {
  await database.pool.query('truncate rate_limit_buckets');
  logged = [];
  queries = 0;
});
afterAll(async () => {
  for (const node of nodes) await node.close();
  await database.close();
});

const log = {
  ...silentLog,
  info: (_: object, message: string) => void logged.push(message),
  warn: (_: object, message: string) => void logged.push(message),
};

/**
 * Makes the limiter of a node. All nodes share one database, and use the test's clock, so that a busy machine makes
 * no difference.
 */
function makeNode(index = 0, options: LimiterOptions = {}): Limiter {
  const pool = nodes[index]?.pool;
  if (!pool) throw new Error(`no node ${index}`);
  return makeLimiter({ pool, log }, { now_ms: () => now_ms, timeout_ms: 60_000, ...options });
}

async function advance(duration_ms: number): Promise<void> {
  now_ms += duration_ms;
  await clock.advance(duration_ms);
}

const limit: Limit = { per_second: 20, burst: 40 };

/** Waits until the database has responded to the given number of queries and the responses have been handled. */
async function untilAnswered(count: number): Promise<void> {
  while (queries < count) await setTimeout(5);
  await setImmediate();
}

/** Sends concurrent requests. */
const send = (
  limiter: Limiter,
  count: number,
  subject = 'key:a',
  by: Limit = limit,
): Promise<LimitResult[]> => Promise.all(Array.from({ length: count }, () => limiter.take(subject, by)));

const countAllowed = (taken: readonly LimitResult[]): number => taken.filter(({ allowed }) => allowed).length;

describe('one node', () => {
  it('allows 500 concurrent requests up to the burst, and reports the remaining tokens', async () => {
    const taken = await send(makeNode(), 500);
    const allowed = Array.from({ length: 40 }, (_, index) => ({
      allowed: true,
      left: 39 - index,
      wait_s: 0,
    }));
    expect(taken.slice(0, 40)).toEqual(allowed);
    expect(taken.slice(40)).toEqual(Array(460).fill({ allowed: false, left: 0, wait_s: 0.1 }));
    expect(queries).toBe(1);
  });

  it('allows successive requests up to the burst', async () => {
    const limiter = makeNode();
    const taken: LimitResult[] = [];
    for (let count = 0; count < 60; count++) taken.push(await limiter.take('key:a', limit));
    expect(taken.map(({ allowed }) => allowed)).toEqual([...Array(40).fill(true), ...Array(20).fill(false)]);
    expect(taken.slice(0, 40).map(({ left }) => left)).toEqual([...Array(40).keys()].reverse());
  });

  it('allows as many requests as tokens have been refilled', async () => {
    const limiter = makeNode();
    await send(limiter, 41);
    const allowed: number[] = [];
    for (const after_ms of [99, 1, 100, 250, 1000, 10_000, 0]) {
      await advance(after_ms);
      allowed.push(countAllowed(await send(limiter, 60)));
    }
    expect(allowed).toEqual([0, 2, 2, 5, 20, 40, 0]);
  });

  it('refuses from memory, and never refuses one subject because of another', async () => {
    const limiter = makeNode();
    await send(limiter, 41);
    queries = 0;
    expect(countAllowed(await send(limiter, 1000))).toBe(0);
    expect(limiter.take('key:a', limit)).not.toBeInstanceOf(Promise);
    expect(queries).toBe(0);
    expect(await limiter.take('key:b', limit)).toEqual({ allowed: true, left: 39, wait_s: 0 });
  });

  it('makes one query for all requests of the same moment', async () => {
    const limiter = makeNode();
    const subjects = Array.from({ length: 300 }, (_, index) => `address:${index}`);
    const taken = await Promise.all(subjects.map((subject) => limiter.take(subject, limit)));
    expect(countAllowed(taken)).toBe(300);
    expect(queries).toBe(1);
  });

  it('also leases tokens for requests that arrive while the database is being queried', async () => {
    const limiter = makeNode();
    const first = limiter.take('key:a', limit);
    await setImmediate();
    const others = send(limiter, 50);
    expect(await first).toMatchObject({ allowed: true, left: 39 });
    expect(countAllowed(await others)).toBe(39);
  });

  it('queries once for each waiting subject, even if there are more than it can remember', async () => {
    const limiter = makeNode(0, { accounts_max: 4 });
    await limiter.take('key:held', limit);
    const waiting = await withConnection(database.database_url, async (client) => {
      await client.query('begin; update rate_limit_buckets set granted = 0');
      const held = [limiter.take('key:held', limit)];
      await setImmediate();
      const subjects = ['key:a', ...Array.from({ length: 20 }, (_, index) => `key:${index}`), 'key:a'];
      held.push(...subjects.map((subject) => limiter.take(subject, limit)));
      await client.query('rollback');
      return Promise.all(held);
    });
    const left = [38, 39, ...Array(20).fill(39), 38];
    expect(waiting).toEqual(left.map((count) => ({ allowed: true, left: count, wait_s: 0 })));
    expect(logged).toEqual([]);
  });

  it('rarely queries when the limit is high', async () => {
    const limiter = makeNode();
    const high: Limit = { per_second: 100_000, burst: 200_000 };
    for (let count = 0; count < 30_000; count++) await limiter.take('key:a', high);
    // Leases of 1, 2, 4 and so on to 8192, then of 10,000 tokens.
    expect(queries).toBe(16);
    expect(await limiter.take('key:a', high)).toMatchObject({ left: 169_999 });
  });

  it('drops leased tokens that it does not need', async () => {
    const limiter = makeNode();
    const slow: Limit = { per_second: 20, burst: 1000 };
    for (const count of [100, 1, 1]) await send(limiter, count, 'key:a', slow);
    // The last two requests shared a lease of two tokens; this request takes the first token of another one.
    expect(await limiter.take('key:a', slow)).toMatchObject({ left: 1000 - 103 });
    await advance(1000);
    expect(await limiter.take('key:a', slow)).toMatchObject({ left: 1000 - 104 + 20 - 1 });
  });

  it('applies a changed limit immediately', async () => {
    const limiter = makeNode();
    await send(limiter, 41);
    expect(limiter.emptyFor_s('key:a')).toBe(0.1);
    const higher: Limit = { per_second: 200, burst: 400 };
    expect(countAllowed(await send(limiter, 1, 'key:a', higher))).toBe(0);
    await advance(1000);
    expect(countAllowed(await send(limiter, 500, 'key:a', higher))).toBe(200);
    await advance(1000);
    expect(countAllowed(await send(limiter, 500, 'key:a', { per_second: 5, burst: 10 }))).toBe(5);
  });

  it('remembers a limited number of subjects, however many arrive', async () => {
    const limiter = makeNode(0, { accounts_max: 100 });
    await send(limiter, 41, 'address:first');
    for (let round = 0; round < 10; round++) {
      const subjects = Array.from({ length: 50 }, (_, index) => `address:${round}-${index}`);
      await Promise.all(subjects.map((subject) => limiter.take(subject, limit)));
      expect(limiter.size).toBeLessThanOrEqual(100);
    }
    // The database still knows the subjects that the node has forgotten.
    expect(limiter.emptyFor_s('address:first')).toBe(0);
    expect(await limiter.take('address:first', limit)).toMatchObject({ allowed: false });
  });
});

describe('two nodes', () => {
  it('share a bucket exactly, without allowing a request too many or too few', async () => {
    const [one, other] = [makeNode(0), makeNode(1)];
    const taken = await Promise.all([send(one, 250), send(other, 250)]);
    expect(countAllowed(taken.flat())).toBe(40);
    await advance(1000);
    const again = await Promise.all([send(one, 250), send(other, 250)]);
    expect(countAllowed(again.flat())).toBe(20);
  });

  it('share many buckets, which they query concurrently in any order', async () => {
    const subjects = Array.from({ length: 50 }, (_, index) => `key:${index}`);
    const all = [makeNode(0), makeNode(1)].map(async (limiter, index) => {
      const counts = await Promise.all(
        (index === 0 ? subjects : subjects.toReversed()).map(async (subject) => {
          const rounds = await Promise.all([1, 2, 3].map(() => send(limiter, 30, subject)));
          return [subject, countAllowed(rounds.flat())] as const;
        }),
      );
      return new Map(counts);
    });
    const [left, right] = await Promise.all(all);
    for (const subject of subjects) {
      expect((left?.get(subject) ?? 0) + (right?.get(subject) ?? 0)).toBe(40);
    }
    expect(logged).toEqual([]);
  });

  it('never allow more than the burst and the refill, whatever the timing', {
    timeout: 60_000,
  }, async () => {
    const step = fc.record({
      after_ms: fc.oneof(fc.constant(0), fc.nat({ max: 150 }), fc.nat({ max: 3000 })),
      node: fc.nat({ max: 1 }),
      count: fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 60 })),
    });
    let run = 0;
    const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const subject = `key:${run++}`;
      const limiters = [makeNode(0), makeNode(1)];
      const start_ms = now_ms;
      const let_through: { at_ms: number; count: number }[] = [];
      for (const { after_ms, node, count } of steps) {
        await advance(after_ms);
        const limiter = limiters[node];
        if (limiter)
          let_through.push({ at_ms: now_ms, count: countAllowed(await send(limiter, count, subject)) });
      }
      for (const [first, { at_ms: from_ms }] of let_through.entries()) {
        let sum = 0;
        for (const { at_ms, count } of let_through.slice(first)) {
          sum += count;
          // Counted from the start, the limit is exact. Counted from any later time, each node may already have
          // held a lease.
          const held = from_ms === start_ms ? 0 : 2 * Math.floor(limit.per_second / 10);
          const most = limit.burst + ((at_ms - from_ms) / 1000) * limit.per_second + held;
          expect(sum).toBeLessThanOrEqual(most + 1e-6);
        }
      }
    });
    await fc.assert(property, { numRuns: 60 });
  });
});

describe('a limiter without a database', () => {
  const away = () => database.pool.query('alter table rate_limit_buckets rename to buckets_away');
  const back = () => database.pool.query('alter table buckets_away rename to rate_limit_buckets');
  const unknown = { allowed: true, left: null, wait_s: 0 };

  it('allows all requests, without a wait after the first, and limits them again when the database is back', async () => {
    const limiter = makeNode();
    await away();
    expect(await send(limiter, 100)).toEqual(Array(100).fill(unknown));
    queries = 0;
    for (let count = 0; count < 1000; count++) expect(limiter.take(`key:${count}`, limit)).toEqual(unknown);
    expect(queries).toBe(0);
    expect(logged).toEqual(['the database does not respond: requests are not limited meanwhile']);

    await back();
    now_ms += 1000;
    // Queries the database, but does not wait for the response.
    expect(limiter.take('key:a', limit)).toEqual(unknown);
    await untilAnswered(1);
    expect(logged.at(-1)).toBe('the database responds again: requests are limited again');
    expect(countAllowed(await send(limiter, 500))).toBe(40);
    expect(logged).toHaveLength(2);
  });

  it('queries the database once a second', async () => {
    const limiter = makeNode();
    await away();
    await limiter.take('key:a', limit);
    for (let second = 1; second <= 3; second++) {
      now_ms += 999;
      await send(limiter, 10);
      now_ms += 1;
      await send(limiter, 10);
      await untilAnswered(second + 1);
    }
    expect(queries).toBe(4);
    await back();
  });
});

it('a database that does not respond in time counts as down', async () => {
  const limiter = makeNode(0, { timeout_ms: 50 });
  await limiter.take('key:a', limit);
  await withConnection(database.database_url, async (client) => {
    await client.query(`begin; update rate_limit_buckets set granted = 0`);
    expect(await limiter.take('key:a', limit)).toMatchObject({ allowed: true, left: null });
    await client.query('rollback');
  });
  expect(logged).toEqual(['the database does not respond: requests are not limited meanwhile']);
});
