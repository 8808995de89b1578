import { createHmac } from 'node:crypto';
import type { RawCallback } from '@guichet/operators/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitAttempt } from '../../../../../test-support/attempts.ts';
import { makeCaller, makeCheckout } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, sandboxOf, type TestContext } from '../../../../../test-support/context.ts';
import { summarize } from '../../../../../test-support/payments.ts';
import {
  makePayer,
  makePayout,
  payoutJob,
  readPayout,
  summarizePayout,
} from '../../../../../test-support/payouts.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { service_actor } from '../../platform/actor/actor.ts';
import { payouts } from '../../transfers/payouts/kind.ts';
import { sendTransfer } from '../../transfers/send.ts';
import { callbackKey } from '../sandbox/callback-key.ts';
import { receiveCallback } from './receive.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
});
afterAll(() => ctx.database.close());

/** Makes a callback in the sandbox's wire format, signed with a key. */
function sign(body: string, key = callbackKey(ctx)): RawCallback {
  return { headers: { 'x-sandbox-signature': createHmac('sha256', key).update(body).digest('hex') }, body };
}
const settled = (reference: string): string =>
  JSON.stringify({
    reference,
    provider_reference: 'sbx_1',
    status: 'settled',
    amount: '5100',
    currency: 'XOF',
  });

async function open() {
  const checkout = await makeCheckout(ctx, caller);
  return { checkout, attempt: await commitAttempt(ctx, checkout) };
}

/** Receives a callback. @returns the logged messages */
async function receive(raw: RawCallback, connector = 'sandbox', from: TestContext = ctx): Promise<string[]> {
  const logged: string[] = [];
  const log = { ...ctx.log, warn: (_: object, message: string) => logged.push(message) };
  await receiveCallback({ ...from, log }, connector, raw);
  return logged;
}

describe('a callback', () => {
  it('with a valid signature settles the attempt once, however often it arrives', async () => {
    const { checkout, attempt } = await open();
    const raw = sign(settled(attempt.reference));
    expect(await receive(raw)).toEqual([]);
    await Promise.all([receive(raw), receive(raw)]);
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'success',
      attempts: ['success'],
      events: ['1 payment.successful'],
    });
  });

  it.each<[string, (body: string) => RawCallback]>([
    ['with no signature', (body) => ({ headers: {}, body })],
    ['with an empty signature', (body) => ({ headers: { 'x-sandbox-signature': '' }, body })],
    ['signed with another key', (body) => sign(body, 'another key')],
    ['whose body was changed', (body) => ({ ...sign(body), body: body.replace('5100', '51000') })],
  ])('%s is logged and changes nothing', async (_, make) => {
    const { checkout, attempt } = await open();
    const before = await summarize(ctx, checkout);
    expect(await receive(make(settled(attempt.reference)))).toEqual([
      'a callback with a wrong signature was ignored',
    ]);
    expect(await summarize(ctx, checkout)).toEqual(before);
  });

  it('for an unknown reference is logged and changes nothing', async () => {
    expect(await receive(sign(settled(crypto.randomUUID())))).toEqual([
      'a callback for an unknown reference',
    ]);
  });

  it.each(['', 'null', '[]', '{', '{"status":"settled"}', 'hello'])(
    'with a valid signature and the body %j changes nothing',
    async (body) => {
      expect(await receive(sign(body))).toEqual([]);
    },
  );

  it('for a reference that is not a UUID is logged and changes nothing', async () => {
    expect(await receive(sign(settled('att_1')))).toEqual(['a callback for an unknown reference']);
    expect(await receive(sign(settled("' or 1=1 --")))).toEqual(['a callback for an unknown reference']);
  });

  it('of one connector about another’s attempt changes nothing', async () => {
    const { checkout, attempt } = await open();
    const before = await summarize(ctx, checkout);
    const connectors = new Map([['wave', sandboxOf(ctx)]]);
    const logged = await receive(sign(settled(attempt.reference)), 'wave', { ...ctx, connectors });
    expect(logged).toEqual(['a callback for an unknown reference']);
    expect(await summarize(ctx, checkout)).toEqual(before);
  });

  it('that reports a pending attempt does not affect a paid one', async () => {
    const { checkout, attempt } = await open();
    await receive(sign(settled(attempt.reference)));
    const before = await summarize(ctx, checkout);
    const { reference } = attempt;
    await receive(sign(JSON.stringify({ reference, provider_reference: 'sbx_1', status: 'pending' })));
    expect(await summarize(ctx, checkout)).toEqual(before);
  });
});

describe('callbacks about a payout', () => {
  type Status = 'settled' | 'failed' | 'pending';
  const says = (reference: string, status: Status): string =>
    JSON.stringify({
      reference,
      provider_reference: 'sbx_1',
      status,
      ...(status === 'settled' && { amount: '5000', currency: 'XOF' }),
      ...(status === 'failed' && { reason: 'account_blocked', operator_code: 'E9' }),
    });

  /** Makes a payout that was sent and gets its outcome only by callback. */
  async function makeSent() {
    const payout = await makePayout(ctx, await makePayer(ctx, 5000), '22');
    await sendTransfer(ctx, service_actor, { kind: payouts, job: payoutJob(payout) });
    const { reference } = await readPayout(ctx, payout);
    return { payout, reference, tell: (status: Status) => receive(sign(says(reference, status))) };
  }

  it('with a valid signature settle it once, however often they arrive', async () => {
    const { payout, tell } = await makeSent();
    expect(await tell('settled')).toEqual([]);
    await Promise.all([tell('settled'), tell('settled')]);
    expect(await summarizePayout(ctx, payout)).toMatchObject({
      payout: 'success',
      events: ['1 payout.successful'],
    });
  });

  it.each<[Status[], string, string[]]>([
    [['settled', 'failed', 'pending'], 'success', ['1 payout.successful']],
    [['failed', 'pending', 'failed'], 'failed', ['1 payout.failed']],
    [['failed', 'settled', 'failed'], 'success', ['1 payout.failed', '2 payout.successful']],
    [['pending', 'pending'], 'processing', []],
  ])('that report %j in this order make it %s', async (told, status, events) => {
    const { payout, tell } = await makeSent();
    for (const one of told) expect(await tell(one)).toEqual([]);
    expect(await summarizePayout(ctx, payout)).toMatchObject({ payout: status, events });
  });

  it('of another connector change nothing', async () => {
    const { payout, reference } = await makeSent();
    const connectors = new Map([['wave', sandboxOf(ctx)]]);
    const logged = await receive(sign(says(reference, 'settled')), 'wave', { ...ctx, connectors });
    expect(logged).toEqual(['a callback for an unknown reference']);
    expect(await summarizePayout(ctx, payout)).toMatchObject({ payout: 'processing' });
  });

  it('with a wrong signature change nothing', async () => {
    const { payout, reference } = await makeSent();
    expect(await receive(sign(says(reference, 'settled'), 'another key'))).toEqual([
      'a callback with a wrong signature was ignored',
    ]);
    expect(await summarizePayout(ctx, payout)).toMatchObject({ payout: 'processing' });
  });
});
