import { describe, expect, it } from 'vitest';
import { type Account, decide, emptyFor_s, makeAccount, makeAsk, settle } from './account.ts';
import type { LimitResult } from './limit.ts';

const limit = { per_second: 100, burst: 200 };

/** Requests tokens for `count` requests that are waiting at the same moment, from a bucket that holds `tokens`. */
function askFor(account: Account, count: number, tokens: number, now_ms: number) {
  const answers: LimitResult[] = [];
  for (let index = 0; index < count; index++) account.waiting.push((taken) => answers.push(taken));
  const ask = makeAsk(account, now_ms);
  const granted = Math.min(ask.wanted, Math.floor(tokens));
  const again = settle(account, ask, { subject: 'key:a', granted, tokens: tokens - granted }, now_ms);
  return { wanted: ask.wanted, answers, again };
}

const allowed = (left: number): LimitResult => ({ allowed: true, left, wait_s: 0 });
const refused = (wait_s: number): LimitResult => ({ allowed: false, left: 0, wait_s });

describe('a lease', () => {
  // Each step: the milliseconds since the previous lease, which was used up immediately, and the number of tokens
  // then requested.
  const sizes: Readonly<Record<string, readonly (readonly [after_ms: number, wanted: number])[]>> = {
    'is one token at first': [[0, 1]],
    'doubles for frequent requests, up to a tenth of a second’s worth': [
      [0, 1],
      [10, 2],
      [99, 4],
      [0, 8],
      [50, 10],
      [50, 10],
    ],
    'stays the same for occasional requests': [
      [0, 1],
      [10, 2],
      [100, 2],
      [999, 2],
    ],
    'is one token again after a pause': [
      [0, 1],
      [10, 2],
      [10, 4],
      [1000, 1],
    ],
  };
  it.each(Object.entries(sizes))('%s', (_, steps) => {
    const account = makeAccount('key:a', limit);
    let now_ms = 5000;
    for (const [after_ms, wanted] of steps) {
      now_ms += after_ms;
      expect(askFor(account, 1, 200, now_ms).wanted).toBe(wanted);
      while (account.left > 0) decide(account, now_ms);
    }
  });

  it.each([
    [1, 1],
    [9, 1],
    [20, 2],
    [100, 10],
    [100_000, 10_000],
  ])('at %d requests per second never exceeds %d tokens', (per_second, largest) => {
    const account = makeAccount('key:a', { per_second, burst: 2 * per_second });
    const wanted = Array.from({ length: 20 }, () => {
      account.left = 0;
      return askFor(account, 0, 1_000_000, 0).wanted;
    });
    expect(Math.max(...wanted)).toBe(largest);
  });

  it('is enough for all waiting requests', () => {
    const { wanted, answers, again } = askFor(makeAccount('key:a', limit), 150, 200, 0);
    expect(wanted).toBe(150);
    expect(answers).toEqual(Array.from({ length: 150 }, (_, index) => allowed(199 - index)));
    expect(again).toBe(false);
  });

  it('is requested again for requests that arrived in the meantime', () => {
    const account = makeAccount('key:a', limit);
    const ask = makeAsk(account, 0);
    const answers: LimitResult[] = [];
    for (let index = 0; index < 3; index++) account.waiting.push((taken) => answers.push(taken));
    expect(settle(account, ask, { subject: 'key:a', granted: 1, tokens: 199 }, 0)).toBe(true);
    expect(answers).toEqual([allowed(199)]);
    expect(account.waiting).toHaveLength(2);
  });
});

describe('a decision from memory', () => {
  it('spends leased tokens for one second', () => {
    const account = makeAccount('key:a', limit);
    expect(decide(account, 0)).toBeNull();
    account.lease_size = 4;
    account.leased_at_ms = 0;
    expect(askFor(account, 1, 50, 0)).toMatchObject({ wanted: 8, answers: [allowed(49)] });
    expect(decide(account, 0)).toEqual(allowed(48));
    expect(decide(account, 999)).toEqual(allowed(47));
    expect(decide(account, 1000)).toBeNull();
  });

  it('is not made while earlier requests are waiting', () => {
    const account = makeAccount('key:a', limit);
    askFor(account, 0, 50, 0);
    account.waiting.push(() => undefined);
    expect(decide(account, 0)).toBeNull();
  });
});

describe('an empty bucket', () => {
  it('allows waiting requests in order while tokens last, then refuses all for a tenth of a second', () => {
    const account = makeAccount('key:a', limit);
    const { answers, again } = askFor(account, 5, 2.5, 1000);
    expect(answers).toEqual([allowed(1), allowed(0), refused(0.1), refused(0.1), refused(0.1)]);
    expect(again).toBe(false);
    expect(decide(account, 1000)).toEqual(refused(0.1));
    expect(decide(account, 1075)).toEqual(refused(0.025));
    expect(decide(account, 1100)).toBeNull();
  });

  it.each([
    [1, 0, 1],
    [1, 0.25, 0.75],
    [5, 0.5, 0.1],
    [9, 0, 1 / 9],
    [100, 0, 0.1],
  ])(
    'with a rate of %d per second and %d tokens left has another token in %d s',
    (per_second, tokens, wait_s) => {
      const account = makeAccount('key:a', { per_second, burst: 2 * per_second });
      expect(askFor(account, 1, tokens, 0).answers).toEqual([refused(wait_s)]);
      expect(emptyFor_s(account, 0)).toBe(wait_s);
      expect(emptyFor_s(account, 2000)).toBe(0);
    },
  );

  it('does not count as empty for a node that still holds leased tokens', () => {
    const account = makeAccount('key:a', limit);
    account.lease_size = 5;
    account.leased_at_ms = 0;
    expect(askFor(account, 1, 3, 0)).toMatchObject({ wanted: 10, answers: [allowed(2)] });
    expect(emptyFor_s(account, 0)).toBe(0);
    expect([0, 0, 0].map(() => decide(account, 0))).toEqual([allowed(1), allowed(0), refused(0.1)]);
    expect(emptyFor_s(account, 0)).toBe(0.1);
  });
});
