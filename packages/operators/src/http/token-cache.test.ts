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
  test('has one token issued for all who ask at once, and keeps it', async () => {
    const { cache, issued } = makeCache(tokens);
    const got = await Promise.all([cache.get(), cache.get(), cache.get()]);
    expect([...got, await cache.get()]).toEqual(Array(4).fill({ kind: 'token', token: 't1' }));
    expect(issued()).toBe(1);
  });

  test.each([
    [3_600, 3_539, 3_541],
    [100, 79, 81],
  ])('renews a token of %d s before it ends', async (lifetime_s, kept_s, renewed_s) => {
    const { cache, clock } = makeCache([{ token: 't1', lifetime_s }, ...tokens.slice(1)]);
    await cache.get();
    clock.advance(kept_s * 1000);
    expect(await cache.get()).toMatchObject({ token: 't1' });
    clock.advance((renewed_s - kept_s) * 1000);
    expect(await cache.get()).toMatchObject({ token: 't2' });
  });

  test('a token that the provider refused is dropped; one that was replaced since is not', async () => {
    const { cache } = makeCache(tokens);
    await cache.get();
    cache.drop('t1');
    expect(await cache.get()).toMatchObject({ token: 't2' });
    cache.drop('t1');
    expect(await cache.get()).toMatchObject({ token: 't2' });
  });

  test('what is no token is told, and not kept', async () => {
    const { cache } = makeCache([{ refused }, ...tokens]);
    expect(await cache.get()).toEqual({ kind: 'none', result: refused });
    expect(await cache.get()).toMatchObject({ token: 't1' });
  });

  test('an issuing that breaks breaks for those who waited, and is tried again', async () => {
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

  test('a lifetime that is none is not kept', async () => {
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
