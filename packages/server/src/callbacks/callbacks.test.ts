import { randomUUID } from 'node:crypto';
import { createPayout } from '@guichet/core/transfers';
import { describe, expect, test } from 'vitest';
import { commitAttempt, keyOf } from '../../../../test-support/attempts.ts';
import { type Checkout, makeCaller, makeCheckout, phoneEnding } from '../../../../test-support/checkouts.ts';
import { advance, listJobs } from '../../../../test-support/jobs.ts';
import { summarize } from '../../../../test-support/payments.ts';
import { sign } from '../../../../test-support/test-operator.ts';

import {
  accounts,
  call,
  callback_secret,
  caller,
  ctx,
  newest,
  open,
  operator,
  paid,
  serveCallbacks,
  statusOf,
  takeIn,
  taken,
} from './testing/set-up.ts';

serveCallbacks();

describe('a signed callback', () => {
  test('settles once, however often it arrives, before or after the response', async () => {
    const { checkout, attempt } = await open(accounts.signed);
    const body = paid(attempt.reference, { id: 'op-1' });
    const sent = await Promise.all([1, 2, 3].map(() => call(accounts.signed, body)));
    expect(sent).toMatchObject([taken, taken, taken]);
    await takeIn();
    expect(await newest(accounts.signed)).toMatchObject({
      copies: 3,
      problem: null,
      processed_at: expect.any(String),
    });
    expect(await call(accounts.signed, body, { headers: { date: 'another' } })).toMatchObject(taken);
    await takeIn();
    expect(await newest(accounts.signed)).toMatchObject({ copies: 4 });
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'success',
      attempts: ['success'],
      events: ['1 payment.successful'],
      entries: [
        `collection operator_clearing:${accounts.signed.id} 5100`,
        'collection merchant_balance -5000',
        'collection fees -100',
      ],
    });
  });

  test('is matched by the provider’s own reference if it does not contain ours', async () => {
    const { checkout, attempt } = await open(accounts.signed);
    await ctx.db
      .updateTable('attempts')
      .set({ provider_reference: 'op-own' })
      .where('id', '=', attempt.id)
      .execute();
    await call(accounts.signed, paid(undefined, { id: 'op-own' }));
    await takeIn();
    expect(await statusOf(checkout)).toBe('success');
  });

  test.each([
    ['with the signature of a different body', { 'x-signature': 'f'.repeat(64) }],
    ['with an empty signature', { 'x-signature': '' }],
  ])('%s is recorded as forged and changes nothing', async (_, headers) => {
    const { checkout, attempt } = await open(accounts.signed);
    expect(await call(accounts.signed, paid(attempt.reference), { headers })).toMatchObject(taken);
    await takeIn();
    expect(await newest(accounts.signed)).toMatchObject({ problem: 'forged' });
    expect(await statusOf(checkout)).toBe('processing');
  });

  test('is applied even if a forgery of it arrives before or afterwards', async () => {
    for (const forged_first of [true, false]) {
      const { checkout, attempt } = await open(accounts.signed);
      const body = paid(attempt.reference);
      const forge = () => call(accounts.signed, body, { headers: { 'x-signature': 'f'.repeat(64) } });
      if (forged_first) await forge();
      await call(accounts.signed, body);
      if (!forged_first) await forge();
      await takeIn();
      expect(await statusOf(checkout)).toBe('success');
    }
  });

  test('is refused when replayed at another URL, which its signature does not cover', async () => {
    const { checkout, attempt } = await open(accounts.signed);
    const body = JSON.stringify(paid(attempt.reference));
    const elsewhere = `${ctx.public_url}/callbacks/plain-signed/${accounts.other.id}`;
    const signature = sign(callback_secret, {
      body,
      request: { method: 'POST', url: elsewhere, reference: null },
    });
    await call(accounts.signed, body, { headers: { 'x-signature': signature } });
    await takeIn();
    expect(await newest(accounts.signed)).toMatchObject({ problem: 'forged' });
    expect(await statusOf(checkout)).toBe('processing');
  });

  test.each<
    [string, () => Promise<{ checkout: Checkout; body: object; to: { id: string; connector: string } }>]
  >([
    [
      'another merchant’s',
      async () => {
        const { checkout, attempt } = await open(accounts.signed);
        return { checkout, body: paid(attempt.reference), to: accounts.other };
      },
    ],
    [
      'another account’s of the same merchant',
      async () => {
        const { checkout, attempt } = await open(accounts.hint);
        return { checkout, body: paid(attempt.reference), to: accounts.signed };
      },
    ],
    [
      'test mode’s',
      async () => {
        const test_caller = await makeCaller(ctx);
        const checkout = await makeCheckout(ctx, test_caller);
        const attempt = await commitAttempt(ctx, checkout);
        return { checkout, body: paid(attempt.reference), to: accounts.signed };
      },
    ],
    [
      'another merchant’s, by the provider’s reference',
      async () => {
        const { checkout, attempt } = await open(accounts.signed);
        await ctx.db
          .updateTable('attempts')
          .set({ provider_reference: 'op-foreign' })
          .where('id', '=', attempt.id)
          .execute();
        return { checkout, body: paid(undefined, { id: 'op-foreign' }), to: accounts.other };
      },
    ],
  ])('about %s reference changes nothing', async (_, make) => {
    const { checkout, body, to } = await make();
    await call(to, body);
    await takeIn();
    expect(await newest(to)).toMatchObject({ problem: 'unknown_reference' });
    expect(await statusOf(checkout)).toBe('processing');
    expect(operator.asked.filter(({ path }) => path.startsWith('/transactions'))).toEqual([]);
  });

  test('with a different amount holds the money, and does not pay the payment', async () => {
    const { checkout, attempt } = await open(accounts.signed);
    await call(accounts.signed, paid(attempt.reference, { amount: 51 }));
    await takeIn();
    expect(await newest(accounts.signed)).toMatchObject({ problem: 'amount_mismatch' });
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'processing', attempts: ['held'] });
  });

  test.each([
    ['truncated', '{"reference":"', 'unreadable'],
    ['not JSON', '<html>500</html>', 'unreadable'],
    ['empty', '', 'unreadable'],
    ['without a reference', '{"status":"paid","amount":5100}', 'unknown_reference'],
    ['about a reference that is not a string', '{"reference":{"a":1},"status":"paid"}', 'unknown_reference'],
    [
      'about a reference that contains SQL',
      `{"reference":"' or 1=1 --","status":"paid"}`,
      'unknown_reference',
    ],
    ['about a NUL', '{"reference":null,"id":"\\u0000","status":"paid"}', 'unknown_reference'],
    ['with an invalid amount', '{"reference":"x","status":"paid","amount":"1e9 francs"}', 'unreadable'],
    ['about a reference that we never issued', JSON.stringify(paid(randomUUID())), 'unknown_reference'],
  ])('that is %s is recorded', async (_, body, problem) => {
    expect(await call(accounts.signed, body)).toMatchObject(taken);
    await takeIn();
    expect(await newest(accounts.signed)).toMatchObject({ problem, processed_at: expect.any(String) });
  });

  test.each([
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['with a NUL in it', Buffer.from('{"a":"\u0000"}')],
  ])('that is %s is recorded without being applied', async (_, body) => {
    expect(await call(accounts.signed, body)).toMatchObject(taken);
    expect(await newest(accounts.signed)).toMatchObject({ problem: 'not_text' });
    expect(await listJobs(ctx, 'take_callback')).toEqual([]);
  });

  test.each(['%00', 'cac_1%00', `${'a'.repeat(8000)}`])(
    'to the URL of an unknown account, %s, gets a 404',
    async (id) => {
      for (const tail of ['', '/%00']) {
        expect((await call({ ...accounts.signed, id }, {}, { tail })).status).toBe(404);
      }
    },
  );

  test('settles a payout', async () => {
    await fund();
    const payout = await makeLivePayout();
    operator.answer('POST /payout', { status: 500, body: {} });
    await takeIn();
    await call(accounts.signed, { ...paid(payout.reference), amount: 2000 });
    await takeIn();
    const row = await ctx.db
      .selectFrom('payouts')
      .selectAll()
      .where('id', '=', payout.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: 'success', account_id: accounts.signed.id });
    expect((await newest(accounts.signed))?.problem).toBeNull();
  });
});

/** Money to pay out in live mode comes from customers. */
async function fund(): Promise<void> {
  const { attempt } = await open(accounts.signed);
  await call(accounts.signed, paid(attempt.reference));
  await takeIn();
}

async function makeLivePayout(): Promise<{ id: string; reference: string }> {
  const body = { amount: 2000, currency: 'XOF', operator: 'mtn_ci', recipient: { phone: phoneEnding('00') } };
  const { value } = await createPayout(ctx, caller, body, null);
  return ctx.db
    .selectFrom('payouts')
    .select(['id', 'reference'])
    .where('id', '=', value.id)
    .executeTakeFirstOrThrow();
}

describe('an unsigned callback', () => {
  test('never settles by itself: it triggers an inquiry, whose result settles', async () => {
    const { checkout, attempt } = await open(accounts.hint);
    operator.answer('GET /transactions', { status: 200, body: { status: 'pending' } });
    await call(accounts.hint, paid(attempt.reference));
    await takeIn();
    expect(await statusOf(checkout)).toBe('processing');
    operator.answer('GET /transactions', { status: 200, body: paid(attempt.reference) });
    await call(accounts.hint, paid(attempt.reference));
    await advance(ctx, 2_000);
    expect(await summarize(ctx, checkout)).toMatchObject({
      payment: 'success',
      events: ['1 payment.successful'],
    });
  });

  test.each([
    ['unreadable', 'what is this'],
    ['without our reference', JSON.stringify({ status: 'other' })],
  ])('that is %s is still a hint if its URL contains our reference', async (_, body) => {
    const { checkout, attempt } = await open(accounts.hint);
    operator.answer('GET /transactions', { status: 200, body: paid(attempt.reference) });
    const sent = { method: 'PUT', tail: `/${attempt.reference}`, headers: { 'content-type': 'text/plain' } };
    expect(await call(accounts.hint, body, sent)).toMatchObject(taken);
    await takeIn();
    expect(await statusOf(checkout)).toBe('success');
  });

  test('settles only the reference in its URL, and only if the connector has verified that URL', async () => {
    const one = await open(accounts.hint);
    const other = await open(accounts.hint);
    const proof = `?proof=${encodeURIComponent(callback_secret)}`;
    await call(accounts.hint, paid(other.attempt.reference), { tail: `/${one.attempt.reference}${proof}` });
    await takeIn();
    expect([await statusOf(one.checkout), await statusOf(other.checkout)]).toEqual([
      'processing',
      'processing',
    ]);
    await call(accounts.hint, paid(one.attempt.reference), { tail: `/${one.attempt.reference}${proof}` });
    await takeIn();
    expect([await statusOf(one.checkout), await statusOf(other.checkout)]).toEqual(['success', 'processing']);
  });

  test('can set the provider’s reference once, unless it belongs to another attempt', async () => {
    const one = await open(accounts.hint);
    const other = await open(accounts.hint);
    const tell = (attempt: { reference: string }, id: string) =>
      call(accounts.hint, { status: 'pending', id }, { tail: `/${attempt.reference}` });
    await tell(one.attempt, 'op-77');
    await takeIn();
    await tell(one.attempt, 'op-78');
    await tell(other.attempt, 'op-77');
    await takeIn();
    const rows = await ctx.db
      .selectFrom('attempts')
      .select(['id', 'provider_reference'])
      .where('id', 'in', [one.attempt.id, other.attempt.id])
      .orderBy('id')
      .execute();
    expect(rows.map(({ provider_reference }) => provider_reference)).toEqual(['op-77', null]);
    expect(operator.asked.some(({ path }) => path === '/transactions/op-77')).toBe(true);
  });

  test('with a different amount is recorded, and triggers an inquiry', async () => {
    const { checkout, attempt } = await open(accounts.hint);
    operator.answer('GET /transactions', { status: 200, body: paid(attempt.reference) });
    await call(accounts.hint, paid(attempt.reference, { amount: 51 }));
    await takeIn();
    expect(await newest(accounts.hint)).toMatchObject({ problem: 'amount_mismatch' });
    expect(await statusOf(checkout)).toBe('success');
  });

  test('that reports a success after a failure triggers an inquiry, whose result is applied', async () => {
    const { checkout, attempt } = await open(accounts.hint);
    operator.answer('GET /transactions', { status: 200, body: { status: 'refused' } });
    await call(accounts.hint, { reference: attempt.reference, status: 'refused' });
    await takeIn();
    expect(await statusOf(checkout)).toBe('failed');
    const asked = operator.asked.length;
    await call(accounts.hint, { reference: attempt.reference, status: 'pending' });
    await takeIn();
    expect(operator.asked).toHaveLength(asked);
    ctx.clock.advance(5_000);
    operator.answer('GET /transactions', { status: 200, body: paid(attempt.reference) });
    await call(accounts.hint, paid(attempt.reference));
    await takeIn();
    expect(await statusOf(checkout)).toBe('success');
    expect(keyOf(attempt).payment_id).toBe(checkout.payment_id);
  });
});
