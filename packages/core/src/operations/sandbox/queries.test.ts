import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { makeCaller, makeCheckout } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, start, type TestContext } from '../../../../../test-support/context.ts';
import { expireCheckout } from '../../payments/session/expire.ts';
import { countOtpAttempt, findTransaction, insertTransaction, saveDecision } from './queries.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await makeTestContext();
});
afterAll(() => ctx.database.close());

const session_expires_at = new Date(start.getTime() + 1_800_000);

async function open(session_token = 'none'): Promise<string> {
  const reference = randomUUID();
  expect(await insert(reference, 5000n, session_token)).toBe(true);
  return reference;
}
const insert = (
  reference: string,
  amount_minor: bigint,
  session_token = 'none',
  changes: Partial<Parameters<typeof insertTransaction>[1]> = {},
) =>
  insertTransaction(ctx.db, {
    reference,
    phone: '+2250504030200',
    currency: 'XOF',
    amount_minor,
    decision: null,
    session_token,
    session_expires_at,
    created_at: start,
    decided_at: null,
    ...changes,
  });

describe('the sandbox’s books', () => {
  it('record a reference once: a repeat leaves the first transaction unchanged', async () => {
    const reference = await open();
    expect(await insert(reference, 9n)).toBe(false);
    expect(await findTransaction(ctx.db, reference)).toEqual({
      reference,
      direction: 'collect',
      phone: '+2250504030200',
      money: { amount_minor: 5000n, currency: 'XOF' },
      session_token: 'none',
      session_expires_at,
      decision: null,
      decided_at: null,
      reversed_at: null,
      otp_attempts: 0,
      created_at: start,
    });
  });

  it('also hold payouts, which have neither a page nor a session', async () => {
    const reference = randomUUID();
    const order = { direction: 'payout', session_token: null } as const;
    expect(await insert(reference, 5000n, 'none', order)).toBe(true);
    expect(await findTransaction(ctx.db, reference)).toMatchObject({
      direction: 'payout',
      session_token: null,
      session_expires_at,
    });
  });

  it('record a reference for only one of many concurrent requests', async () => {
    const reference = randomUUID();
    const all = await Promise.all(Array.from({ length: 10 }, () => insert(reference, 5000n)));
    expect(all.filter((isNew) => isNew)).toHaveLength(1);
  });

  it('keep the first decision', async () => {
    const reference = await open();
    await saveDecision(ctx.db, reference, 'approved', start);
    await saveDecision(ctx.db, reference, 'refused', new Date(start.getTime() + 1));
    expect(await findTransaction(ctx.db, reference)).toMatchObject({
      decision: 'approved',
      decided_at: start,
    });
  });

  it('count every wrong code', async () => {
    const reference = await open();
    const counts = await Promise.all(Array.from({ length: 8 }, () => countOtpAttempt(ctx.db, reference)));
    expect(counts.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    await expect(countOtpAttempt(ctx.db, randomUUID())).rejects.toThrow();
  });

  it('use the session’s current end, not its former one', async () => {
    const { token } = await makeCheckout(ctx, await makeCaller(ctx));
    const reference = await open(ctx.tokens.handleOf(token));
    expect(await findTransaction(ctx.db, reference)).toMatchObject({ session_expires_at });
    await expireCheckout(ctx, command, token);
    expect(await findTransaction(ctx.db, reference)).toMatchObject({ session_expires_at: start });
  });

  it('do not find an unused reference', async () => {
    expect(await findTransaction(ctx.db, randomUUID())).toBeUndefined();
  });
});
