import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCaller } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, start, type TestContext } from '../../../../../test-support/context.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { getPayment } from '../queries.ts';
import { requireSession } from './find.ts';
import { makeInitialize } from './initialize.ts';
import { makeGroupedInsert } from './insert-in-groups.ts';

let ctx: TestContext;
let caller: Caller;
let initialize: ReturnType<typeof makeInitialize>;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
  initialize = makeInitialize(ctx, makeGroupedInsert(ctx));
});
afterAll(() => ctx.database.close());

const least = { amount: 5000, currency: 'XOF', return_url: 'https://shop.example/thanks' };

async function made(body: unknown, by: Caller = caller) {
  const { value: answer } = await initialize(by, body);
  const session = await requireSession(ctx, answer.session_token);
  const payment = await getPayment(ctx.db, by.merchant_id, session.payment_id);
  return { answer, session, payment };
}

describe('initialize', () => {
  it('returns the URL, the token and an expiry time in 30 minutes', async () => {
    const { answer } = await made(least);
    expect(answer).toEqual({
      checkout_url: `http://localhost:3000/pay/${answer.session_token}`,
      session_token: expect.stringMatching(/^[A-Za-z0-9_-]{48}$/),
      expires_at: '2040-03-01T10:30:00.000+00:00',
    });
  });

  it('creates an active session and a pending payment of the caller’s merchant and mode', async () => {
    const { session, payment, answer } = await made(least);
    expect(session).toMatchObject({
      merchant_id: caller.merchant_id,
      mode: 'test',
      token: ctx.tokens.handleOf(answer.session_token),
      status: 'active',
      template: null,
      chosen_operator: null,
      created_at: start,
      expires_at: new Date(start.getTime() + 1_800_000),
    });
    expect(payment).toMatchObject({
      merchant_id: caller.merchant_id,
      mode: 'test',
      id: expect.stringMatching(/^pay_/),
      status: 'pending',
      sequence: 0,
      currency: 'XOF',
      amount_minor: 5000n,
      fee_minor: null,
      charged_minor: null,
      session_token: ctx.tokens.handleOf(answer.session_token),
      created_at: start,
      paid_at: null,
    });
  });

  it('stores every field as given', async () => {
    const texts = {
      // Characters that would break a hand-written array or row.
      description: `O'Neil {"a",NULL} \\ "quoted", été 😀 \u0001 \n`,
      return_url: 'https://shop.example/merci?a=1&b="2"',
      cancel_url: 'https://shop.example/panier',
      template: 'abidjan',
      customer_email: 'ama@example.com',
    };
    const { session, payment } = await made({
      ...least,
      ...texts,
      amount: 1250.55,
      currency: 'GHS',
      customer_phone: '00 233 24 123 4567',
      metadata: { order: 7, tags: ['a', null], deep: { text: 'NULL' } },
    });
    const { template, ...kept } = texts;
    expect(payment).toMatchObject({
      ...kept,
      amount_minor: 125_055n,
      customer_phone: '+233241234567',
      metadata: { order: 7, tags: ['a', null], deep: { text: 'NULL' } },
    });
    expect(session.template).toBe(template);
  });

  it('stores metadata key by key, in order, including keys that are special in JavaScript', async () => {
    const text = '{"z":1,"a":{"__proto__":{"admin":true}},"__proto__":"x","constructor":null}';
    const { payment } = await made(JSON.parse(`${JSON.stringify(least).slice(0, -1)},"metadata":${text}}`));
    expect(JSON.stringify(payment.metadata)).toBe(text);
  });

  it('takes the mode from the key', async () => {
    const { session, payment } = await made(least, await makeCaller(ctx, 'live'));
    expect([session.mode, payment.mode]).toEqual(['live', 'live']);
  });

  it('writes nothing when a field is invalid', async () => {
    const count = async () => (await ctx.pool.query('select count(*) from payments')).rows;
    const before = await count();
    await expect(initialize(caller, { ...least, amount: 1.5 })).rejects.toMatchObject({
      code: 'invalid_fields',
      fields: { amount: ['must be a whole number: XOF has no decimals'] },
    });
    expect(await count()).toEqual(before);
  });

  it('requires https in live mode only', async () => {
    const body = { ...least, return_url: 'http://localhost:4000/' };
    await made(body);
    await expect(initialize(await makeCaller(ctx, 'live'), body)).rejects.toMatchObject({
      fields: { return_url: ['must be an https address in live mode'] },
    });
  });
});
