import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { commitAttempt } from '../../../../../../test-support/attempts.ts';
import { makeCaller, makeCheckout } from '../../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../../test-support/context.ts';
import { untilWaiting } from '../../../../../../test-support/locks.ts';
import type { Caller } from '../../../accounts/api-keys/authenticate.ts';
import { type Attempt, findAttempt } from '../queries.ts';
import { claimInquiry, endInquiry } from './queries.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
});
afterAll(() => ctx.database.close());

const open = async (): Promise<Attempt> => {
  const { merchant_id, id } = await commitAttempt(ctx, await makeCheckout(ctx, caller));
  const attempt = await findAttempt(ctx.db, merchant_id, id);
  if (!attempt) throw new Error('the attempt is gone');
  return attempt;
};

const claim = (attempt: Attempt): Promise<Attempt | undefined> => {
  const now_ms = ctx.clock.now().getTime();
  return claimInquiry(ctx.db, attempt, {
    until: new Date(now_ms + 4_500),
    not_since: new Date(now_ms - 1_000),
    not_after: new Date(now_ms + 9_000),
  });
};

/**
 * Locks an attempt as another process does.
 *
 * @returns a function that releases the lock; the end of the test releases it as well
 */
async function hold({ id }: Attempt): Promise<() => Promise<unknown>> {
  const held = await ctx.pool.connect();
  onTestFinished(() => held.release(true));
  await held.query('begin');
  await held.query('select from attempts where id = $1 for update', [id]);
  return () => held.query('commit');
}

it('an inquiry about each of many attempts is claimed by only one of several concurrent callers', async () => {
  const attempts = await Promise.all(Array.from({ length: 4 }, open));
  const claimed = await Promise.all([...attempts, ...attempts, ...attempts].map(claim));
  expect(claimed.flatMap((one) => one?.id ?? []).toSorted()).toEqual(attempts.map(({ id }) => id).toSorted());
  expect(claimed.flatMap((one) => one?.inquiries ?? [])).toEqual([1, 1, 1, 1]);
});

it('claims made at the same time, some of which fail, each return their own attempt', async () => {
  const [mine, taken, ended] = [await open(), await open(), await open()];
  await claim(taken);
  await ctx.pool.query("update attempts set status = 'failed', settled_at = now() where id = $1", [ended.id]);
  const claimed = await Promise.all([ended, taken, mine].map(claim));
  expect(claimed.map((one) => one?.id)).toEqual([undefined, undefined, mine.id]);
});

it('the claim of a locked attempt does not delay the claims of free ones, and succeeds once the lock is released', async () => {
  const [locked, ...free] = await Promise.all(Array.from({ length: 4 }, open));
  if (!locked) throw new Error('there is no attempt');
  const letGo = await hold(locked);
  const waits = claim(locked);
  const claimed = await Promise.all(free.map(claim));
  expect(claimed.map((one) => one?.id)).toEqual(free.map(({ id }) => id));
  await untilWaiting(ctx.database, 1, 'inquiries = attempt.inquiries + 1');
  await letGo();
  expect((await waits)?.id).toBe(locked.id);
});

it('claims are released together, each returning the status of its attempt, and the claim of a locked attempt is released later', async () => {
  const [locked, ...free] = await Promise.all(Array.from({ length: 3 }, open));
  if (!locked) throw new Error('there is no attempt');
  await Promise.all([locked, ...free].map(claim));
  const letGo = await hold(locked);
  const at = ctx.clock.now();
  const waits = endInquiry(ctx.db, locked, at);
  expect(await Promise.all(free.map((one) => endInquiry(ctx.db, one, at)))).toEqual(['created', 'created']);
  await untilWaiting(ctx.database, 1, 'set inquired_at = wanted.at');
  await letGo();
  expect(await waits).toBe('created');
  const gone = { merchant_id: caller.merchant_id, id: 'atm_gone' };
  expect(await endInquiry(ctx.db, gone, at)).toBeUndefined();
  for (const { merchant_id, id } of [locked, ...free]) {
    expect((await findAttempt(ctx.db, merchant_id, id))?.inquired_at).toEqual(at);
  }
});
