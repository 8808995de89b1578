import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { choose, makeCaller, setFees } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { customerWith, type VisitorActor } from '../../platform/actor/actor.ts';
import { retrievePayment } from '../retrieve.ts';
import { requireSession } from '../session/find.ts';
import { makeGroupedInsert } from '../session/insert-in-groups.ts';
import { payCheckout } from '../session/pay.ts';
import { createPaymentLink } from './create.ts';
import { type LinkForm, makeOpenLink } from './open.ts';
import type { PaymentLinkObject } from './schemas.ts';
import { updatePaymentLink } from './update.ts';
import { visitPaymentLink } from './visit.ts';

const visitor: VisitorActor = { kind: 'visitor', address: '192.0.2.1', request_id: 'req_1' };

let ctx: TestContext;
let caller: Caller;
let open: ReturnType<typeof makeOpenLink>;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
  await setFees(ctx, caller, { mtn_ci: '2' });
  open = makeOpenLink(ctx, makeGroupedInsert(ctx));
});
afterAll(() => ctx.database.close());

async function makeLink(fields: object = {}): Promise<PaymentLinkObject> {
  const body = { title: 'Concert', amount: 5000, currency: 'XOF', ...fields };
  return (await createPaymentLink(ctx, caller, body, null)).value;
}

const submit = ({ url }: PaymentLinkObject, form: Partial<LinkForm> = {}) =>
  open(visitor, { code: url.slice(-8), amount: '5000', answers: [], form: 'form', ...form });

/** Opens a link that can be paid. */
async function openOne(link: PaymentLinkObject, form: Partial<LinkForm> = {}) {
  const opened = await submit(link, form);
  if (opened.kind !== 'opened') throw new Error(JSON.stringify(opened));
  const { merchant_id, payment_id } = await requireSession(ctx, opened.token);
  return { merchant_id, token: opened.token, payment_id };
}

const text = (label: string) => ({ label, type: 'text' });

describe('a payment through a link', () => {
  it('has the terms of the link, the answers, and the link in its event', async () => {
    const link = await makeLink({
      fields: [
        { ...text('Name'), key: '__proto__' },
        { ...text('Note'), required: false },
        text('constructor'),
      ],
      metadata: { event: 7 },
      customer: { email: 'aya@courriel.example' },
    });
    const session = await openOne(link, { answers: [' Aya\u0000\nKoné ', '', 'x'] });
    await choose(ctx, session, '00');
    await payCheckout(ctx, customerWith(session.token), { otp: null });
    const payment = await retrievePayment(ctx, caller, session.payment_id);
    expect(payment).toMatchObject({
      ...{ status: 'success', amount: 5000, description: 'Concert', payment_link: link.id },
      customer: { email: 'aya@courriel.example' },
      return_url: `${ctx.public_url}/r/${payment.reference}`,
      cancel_url: link.url,
    });
    expect(Object.entries(payment.metadata ?? {})).toEqual([
      ['event', 7],
      ['__proto__', 'Aya Koné'],
      ['constructor', 'x'],
    ]);
    const { rows } = await ctx.pool.query('select body from events where object_id = $1', [payment.id]);
    const { event, data } = JSON.parse(rows[0].body);
    expect([event, data.payment_link, Object.keys(data.metadata)]).toEqual([
      'payment.successful',
      link.id,
      ['event', '__proto__', 'constructor'],
    ]);
  });

  it('is one for the same form, and another for a form with another answer', async () => {
    const link = await makeLink({ fields: [text('Name')] });
    const all = await Promise.all(Array.from({ length: 5 }, () => openOne(link, { answers: ['Aya'] })));
    expect(new Set(all.map(({ token }) => token)).size).toBe(1);
    expect((await openOne(link, { answers: ['Awa'] })).token).not.toBe(all[0]?.token);
    expect((await openOne(link, { answers: ['Aya'], form: 'other' })).token).not.toBe(all[0]?.token);
  });

  it('is not opened at a price that has changed since the page was shown', async () => {
    const link = await makeLink();
    await updatePaymentLink(ctx, caller, { id: link.id, body: { amount: 6000 } }, null);
    expect(await submit(link)).toEqual({ kind: 'price_changed' });
    expect(await submit(link, { amount: '6000' })).toMatchObject({ kind: 'opened' });
  });
});

describe('an answer', () => {
  it.each([
    ['text', 'a'.repeat(201), 'too_long'],
    ['text', '\ud83d', 'invalid'],
    ['text', ' \n ', 'missing'],
    ['number', 'ten', 'invalid'],
    ['number', '1e4', 'invalid'],
    ['phone', '12', 'invalid'],
    ['email', 'aya', 'invalid'],
    ['choice', 'CM3', 'invalid'],
    ['choice', 'constructor', 'invalid'],
  ])('to a field of type %s may not be %j: %s', async (type, given, problem) => {
    const link = await makeLink({
      fields: [{ label: 'A', type, ...(type === 'choice' && { options: ['CM1'] }) }],
    });
    const opened = await submit(link, { answers: [given] });
    expect(opened).toEqual({ kind: 'incorrect', amount: null, answers: new Map([[0, problem]]) });
  });

  it.each([
    ['text', '<b>رسوم</b>', '<b>رسوم</b>'],
    ['number', '-1,5', '-1,5'],
    ['phone', '05 04 03 02 00', '+2250504030200'],
    ['email', 'aya@courriel.example', 'aya@courriel.example'],
    ['choice', 'CM1', 'CM1'],
  ])('to a field of type %s may be %j', async (type, given, kept) => {
    const link = await makeLink({
      fields: [{ label: 'A', type, ...(type === 'choice' && { options: ['CM1'] }) }],
    });
    const { payment_id } = await openOne(link, { answers: [given, 'to no field'] });
    expect((await retrievePayment(ctx, caller, payment_id)).metadata).toEqual({ A: kept });
  });
});

it('a link is found by its code, however it is typed', async () => {
  const link = await makeLink();
  const code = link.url.slice(-8);
  for (const typed of [code, code.toLowerCase(), `${code.slice(0, 4)}-${code.slice(4)}`])
    expect(await visitPaymentLink(ctx, visitor, typed)).toMatchObject({ url: link.url, refusal: null });
  for (const wrong of ['', 'x', `${code}0`, '00000000', link.id])
    await expect(visitPaymentLink(ctx, visitor, wrong)).rejects.toMatchObject({
      code: 'payment_link_not_found',
    });
});
