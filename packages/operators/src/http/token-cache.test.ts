import { makeFixedClock } from '@guichet/kernel/clock';
import { describe, expect, test } from 'vitest';
import type { HttpResult } from './contract.ts';
import { makeTokenCache } from './token-cache.ts';

const refused: HttpResult = { kind: 'reply', status: 401, headers: {}, text: '' };

function makeCache(answers: readonly ({ token: string; lifetime_s: number } | { refused: HttpResult })[]) {
  const clock = makeFixedClock(new Date('2026-03-01T10:00:00Z'));
  const left = [...answers];
  let issued = 0;
  const cache = makeTokenCache({ clock }, async () => {
    issued += 1;
    return left.shift() ?? { refused };
  });
  return { cache, clock, issued: () => issued };
}

const tokens = [1, 2, 3].map((number) => ({ token: `t${number}`, lifetime_s: 3_600 }));

describe('a token cache', () => {
  test('gets one token for concurrent callers, and caches it', async () => {
    const { cache, issued } = makeCache(tokens);
    const got = await Promise.all([cache.get(), cache.get(), cache.get()]);
    expect([...got, await cache.get()]).toEqual(Array(4).fill({ kind: 'token', token: 't1' }));
    expect(issued()).toBe(1);
  });

  test.each([
    [3_600, 3_539, 3_541],
    [100, 79, 81],
  ])('renews a token with a lifetime of %d s before it expires', async (lifetime_s, kept_s, renewed_s) => {
    const { cache, clock } = makeCache([{ token: 't1', lifetime_s }, ...tokens.slice(1)]);
    await cache.get();
    clock.advance(kept_s * 1000);
    expect(await cache.get()).toMatchObject({ token: 't1' });
    clock.advance((renewed_s - kept_s) * 1000);
    expect(await cache.get()).toMatchObject({ token: 't2' });
  });

  test('drops a token that the provider refused, but not one that was replaced since', async () => {
    const { cache } = makeCache(tokens);
    await cache.get();
    cache.drop('t1');
    expect(await cache.get()).toMatchObject({ token: 't2' });
    cache.drop('t1');
    expect(await cache.get()).toMatchObject({ token: 't2' });
  });

  test('returns a result without a token, and does not cache it', async () => {
    const { cache } = makeCache([{ refused }, ...tokens]);
    expect(await cache.get()).toEqual({ kind: 'none', result: refused });
    expect(await cache.get()).toMatchObject({ token: 't1' });
  });

  test('rejects for all waiting callers when issuing fails, and requests a token again for the next caller', async () => {
    const clock = makeFixedClock(new Date());
    let attempts = 0;
    const cache = makeTokenCache({ clock }, async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('broken');
      return { token: 't2', lifetime_s: 60 };
    });
    await expect(cache.get()).rejects.toThrow('broken');
    expect(await cache.get()).toMatchObject({ token: 't2' });
  });

  test('does not cache a token with an invalid lifetime', async () => {
    const { cache } = makeCache([
      { token: 't1', lifetime_s: Number.NaN },
      { token: 't2', lifetime_s: 0 },
      ...tokens,
    ]);
    await cache.get();
    expect(await cache.get()).toMatchObject({ token: 't2' });
    expect(await cache.get()).toMatchObject({ token: 't1' });
  });
});
