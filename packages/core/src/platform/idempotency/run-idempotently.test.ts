import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestContext, start, type TestContext } from '../../../../../test-support/context.ts';
import { forgetOldKeys } from './forget.ts';
import { type IdempotencyKey, type IdempotencyScope, runIdempotently } from './run-idempotently.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());
beforeEach(() => ctx.pool.query('delete from idempotency_keys'));

const who: IdempotencyScope = { merchant_id: 'mer_1', mode: 'test', scope: '', object_id: 'po_1' };
const onceOf = (key: string, request = 'a'): IdempotencyKey => ({ key, request_hash: Buffer.from(request) });
let made = 0;

/** Runs an operation that returns a new number each time that it is executed. */
function run(once: IdempotencyKey | null, by: IdempotencyScope = who, at = start) {
  return ctx.db
    .transaction()
    .execute((tx) => runIdempotently(tx, by, once, at, async () => ({ number: ++made })));
}

async function countKeys(): Promise<number> {
  const { rows } = await ctx.pool.query<{ count: number }>(
    'select count(*)::int as count from idempotency_keys',
  );
  return rows[0]?.count ?? 0;
}

describe('an idempotent operation', () => {
  it('runs each time without a key', async () => {
    const [one, two] = [await run(null), await run(null)];
    expect(one.value).not.toEqual(two.value);
    expect(await countKeys()).toBe(0);
  });

  it('runs for one of many concurrent requests, and all get the same result', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => run(onceOf('k'))));
    expect(new Set(answers.map(({ value }) => value.number)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  });

  it.each<[string, Partial<IdempotencyScope>]>([
    ['merchant', { merchant_id: 'mer_2' }],
    ['mode', { mode: 'live' }],
    ['scope', { scope: 'pay_1' }],
  ])('runs again for a different %s, and returns a separate result', async (_, other) => {
    const first = await run(onceOf('k'));
    const second = await run(onceOf('k'), { ...who, ...other });
    expect(second.replayed).toBe(false);
    expect(second.value).not.toEqual(first.value);
    expect(await run(onceOf('k'))).toEqual({ value: first.value, replayed: true });
    expect(await run(onceOf('k'), { ...who, ...other })).toEqual({ value: second.value, replayed: true });
  });

  it('is refused for a different request with the same key', async () => {
    await run(onceOf('k', 'a'));
    await expect(run(onceOf('k', 'b'))).rejects.toMatchObject({
      code: 'idempotency_key_reused',
      fields: { 'Idempotency-Key': ['was used for another request'] },
    });
  });

  it('is refused while the first request is still running', async () => {
    await run(onceOf('k'));
    await ctx.pool.query('update idempotency_keys set answer = null');
    await expect(run(onceOf('k'))).rejects.toMatchObject({
      code: 'idempotency_key_in_use',
      retry_after_s: 1,
    });
  });

  it('stores nothing when it fails, so that the key can be used again', async () => {
    const fails = ctx.db.transaction().execute((tx) =>
      runIdempotently(tx, who, onceOf('k'), start, async () => {
        throw new Error('no');
      }),
    );
    await expect(fails).rejects.toThrow('no');
    expect(await countKeys()).toBe(0);
    expect((await run(onceOf('k'))).replayed).toBe(false);
  });

  it.each([
    ['just under 72 hours', 72 * 3_600_000 - 1, true],
    ['72 hours', 72 * 3_600_000, false],
  ])('is replayed within 72 hours only: %s later', async (_, age_ms, replayed) => {
    const first = await run(onceOf('k'));
    const later = await run(onceOf('k', 'a'), who, new Date(start.getTime() + age_ms));
    expect(later.replayed).toBe(replayed);
    expect(later.value.number === first.value.number).toBe(replayed);
  });
});

it('idempotency keys are deleted after 72 hours, and newer ones are kept', async () => {
  const hour_ms = 3_600_000;
  for (const age of [0, 71, 72, 100]) {
    await run(onceOf(`${age}`), who, new Date(start.getTime() - age * hour_ms));
  }
  await forgetOldKeys(ctx);
  const { rows } = await ctx.pool.query('select key from idempotency_keys order by key');
  expect(rows).toEqual([{ key: '0' }, { key: '71' }]);
});
