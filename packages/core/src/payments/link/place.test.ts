import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { choose, makeCaller, setFees } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs } from '../../../../../test-support/jobs.ts';
import { sampleOf } from '../../../../../test-support/tier.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { checkLedger } from '../../ledger/check.ts';
import { customerWith, type VisitorActor } from '../../platform/actor/actor.ts';
import { requireSession } from '../session/find.ts';
import { makeGroupedInsert } from '../session/insert-in-groups.ts';
import { payCheckout } from '../session/pay.ts';
import { createPaymentLink } from './create.ts';
import { type LinkForm, makeOpenLink } from './open.ts';
import { readUse } from './queries.ts';
import { retrievePaymentLink } from './retrieve.ts';
import type { PaymentLinkObject } from './schemas.ts';
import { updatePaymentLink } from './update.ts';

const visitor: VisitorActor = { kind: 'visitor', address: '192.0.2.1', request_id: 'req_1' };

let ctx: TestContext;
let caller: Caller;
let open: ReturnType<typeof makeOpenLink>;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makeCaller(ctx);
  await setFees(ctx, caller, { mtn_ci: '2', wave_ci: '1' });
  open = makeOpenLink(ctx, makeGroupedInsert(ctx));
});
afterAll(() => ctx.database.close());
beforeEach(() => dropJobs(ctx));
afterEach(async () => {
  expect((await checkLedger(ctx, command)).breaches).toEqual([]);
});

async function makeLink(fields: object = {}): Promise<PaymentLinkObject> {
  const body = { title: 'Concert', amount: 5000, currency: 'XOF', ...fields };
  return (await createPaymentLink(ctx, caller, body, null)).value;
}

const codeIn = ({ url }: PaymentLinkObject): string => url.slice(-8);

let forms = 0;

/** Opens a link in a form of its own, and returns the new session. */
async function openOne(link: PaymentLinkObject, form: Partial<LinkForm> = {}) {
  const opened = await open(visitor, {
    code: codeIn(link),
    amount: '5000',
    answers: [],
    form: `form ${forms++}`,
    ...form,
  });
  if (opened.kind !== 'opened') throw new Error(JSON.stringify(opened));
  const { token } = opened;
  const { merchant_id, payment_id } = await requireSession(ctx, token);
  return { merchant_id, token, payment_id };
}

/** Pays a session with a number that ends in these digits. @returns the reason of the refusal, or null */
async function pay(session: Awaited<ReturnType<typeof openOne>>, digits: string): Promise<string | null> {
  await choose(ctx, session, digits);
  try {
    await payCheckout(ctx, customerWith(session.token), { otp: null });
    return null;
  } catch (error) {
    return (error as { readonly reason?: { readonly code: string } }).reason?.code ?? String(error);
  }
}

const status = async ({ payment_id }: { readonly payment_id: string }) => {
  const { rows } = await ctx.pool.query('select status from payments where id = $1', [payment_id]);
  return rows[0]?.status;
};

describe('a stock of ten', () => {
  const rounds = sampleOf(
    Array.from({ length: 50 }, (_, index) => index + 1),
    2,
  );
  it.each(rounds)('opened and paid by 100 at once is sold ten times (round %d)', async () => {
    const link = await makeLink({ max_payments: 10 });
    const sessions = await Promise.all(Array.from({ length: 100 }, () => openOne(link)));
    const ends = await Promise.all(sessions.map((session) => pay(session, '00')));
    const refused = ends.filter((end) => end !== null);
    expect(ends.length - refused.length).toBe(10);
    expect(new Set(refused)).toEqual(new Set(['link_sold_out']));
    const { rows } = await ctx.pool.query(
      `select count(*) filter (where payments.status = 'success')::integer as sold, count(attempts.id)::integer as asked
       from payments left join attempts on attempts.payment_id = payments.id where payment_link_id = $1`,
      [link.id],
    );
    // The others were never asked for money.
    expect(rows).toEqual([{ sold: 10, asked: 10 }]);
    expect(await retrievePaymentLink(ctx, caller, link.id)).toMatchObject({
      payments: 10,
      paid_amount: 50_000,
      unavailable: 'sold_out',
    });
    expect(await open(visitor, { code: codeIn(link), amount: '5000', answers: [], form: 'late' })).toEqual({
      kind: 'refused',
      reason: 'sold_out',
    });
  });

  it('offers a place again once its payment has failed', async () => {
    const link = await makeLink({ max_payments: 1 });
    const [first, second] = [await openOne(link), await openOne(link)];
    expect(await pay(first, '01')).toBeNull();
    expect(await status(first)).toBe('failed');
    expect(await pay(second, '00')).toBeNull();
    expect(await pay(first, '00')).toBe('link_paid');
  });

  it('does not offer the place of a payment in progress', async () => {
    const link = await makeLink({ max_payments: 1 });
    const [first, second] = [await openOne(link), await openOne(link)];
    expect(await pay(first, '10')).toBeNull();
    expect(await status(first)).toBe('processing');
    expect(await pay(second, '00')).toBe('link_paid');
  });

  it('that is raised can be sold again', async () => {
    const link = await makeLink({ max_payments: 1 });
    expect(await pay(await openOne(link), '00')).toBeNull();
    await updatePaymentLink(ctx, caller, { id: link.id, body: { max_payments: 2 } }, null);
    expect(await pay(await openOne(link), '00')).toBeNull();
  });
});

describe('late money', () => {
  /** A payment that fails after 1 s and is paid after 5 s; the failure has arrived. */
  async function failFirst(link: PaymentLinkObject) {
    const session = await openOne(link);
    expect(await pay(session, '18')).toBeNull();
    await advance(ctx, 1500);
    expect(await status(session)).toBe('failed');
    return session;
  }

  it('is refunded if another customer has got the place', async () => {
    const link = await makeLink({ max_payments: 1 });
    const late = await failFirst(link);
    expect(await pay(await openOne(link), '00')).toBeNull();
    await advance(ctx, 60_000);
    expect(await status(late)).toBe('failed');
    const { rows } = await ctx.pool.query(
      'select source, status, amount_minor from refunds where payment_id = $1',
      [late.payment_id],
    );
    expect(rows).toEqual([{ source: 'suspense', status: 'success', amount_minor: 5100n }]);
    expect(await retrievePaymentLink(ctx, caller, link.id)).toMatchObject({ payments: 1 });
  });

  it('pays if the place is still free', async () => {
    const late = await failFirst(await makeLink({ max_payments: 1 }));
    await advance(ctx, 60_000);
    expect(await status(late)).toBe('success');
  });

  it('pays through a link without a limit', async () => {
    const link = await makeLink();
    const late = await failFirst(link);
    expect(await pay(await openOne(link), '00')).toBeNull();
    await advance(ctx, 60_000);
    expect(await status(late)).toBe('success');
  });
});

describe('a bill in parts', () => {
  const bill = { amount: 30_000, in_parts: true, deposit: 10_000, min_amount: 5_000 };

  it('is due until its parts add up, and takes no more', async () => {
    const link = await makeLink(bill);
    const [first, second] = [
      await openOne(link, { amount: '10 000' }),
      await openOne(link, { amount: '25000' }),
    ];
    expect(await pay(first, '00')).toBeNull();
    // Opened when more was due.
    expect(await pay(second, '00')).toBe('link_paid');
    expect(await retrievePaymentLink(ctx, caller, link.id)).toMatchObject({
      paid_amount: 10_000,
      due_amount: 20_000,
      unavailable: null,
    });
    expect(await pay(await openOne(link, { amount: '18 000' }), '00')).toBeNull();
    // The last part may be smaller than the smallest.
    expect(await pay(await openOne(link, { amount: '2000' }), '00')).toBeNull();
    expect(await retrievePaymentLink(ctx, caller, link.id)).toMatchObject({
      due_amount: 0,
      unavailable: 'paid',
    });
  });

  it('paid by twenty at once is never overpaid', async () => {
    const link = await makeLink({ amount: 30_000, in_parts: true });
    const parts = await Promise.all(Array.from({ length: 20 }, () => openOne(link, { amount: '4000' })));
    await Promise.all(parts.map((part) => pay(part, '00')));
    const { paid_minor } = await readUse(ctx.db, { merchant_id: caller.merchant_id, id: link.id });
    expect(paid_minor).toBe(28_000n);
  });

  it.each([
    ['9999', 'too_low'],
    ['30001', 'too_high'],
    ['', 'empty'],
    ['ten', 'not_an_amount'],
    ['0', 'not_an_amount'],
    ['-10000', 'not_an_amount'],
    ['10000.5', 'too_many_decimals'],
    ['10.000', 'too_low'],
    ['1e4', 'not_an_amount'],
    ['٩٩٩٩', 'too_low'],
    ['۳۰۰۰۱', 'too_high'],
  ])('refuses the first part %j: %s', async (amount, problem) => {
    const link = await makeLink(bill);
    expect(await open(visitor, { code: codeIn(link), amount, answers: [], form: 'f' })).toMatchObject({
      kind: 'incorrect',
      amount: problem,
    });
  });
});

describe('a link that was paused or ended', () => {
  it.each(['paused', 'ended'] as const)('when %s refuses payments of open sessions', async (to) => {
    const link = await makeLink();
    const session = await openOne(link);
    await updatePaymentLink(ctx, caller, { id: link.id, body: { status: to } }, null);
    expect(await pay(session, '00')).toBe(`link_${to}`);
    expect(await open(visitor, { code: codeIn(link), amount: '5000', answers: [], form: 'f' })).toEqual({
      kind: 'refused',
      reason: to,
    });
  });

  it('by expiry can be paid in a session that was opened before', async () => {
    const link = await makeLink({
      max_payments: 3,
      expires_at: new Date(ctx.clock.now().getTime() + 60_000).toISOString(),
    });
    const session = await openOne(link);
    await advance(ctx, 61_000);
    expect(await open(visitor, { code: codeIn(link), amount: '5000', answers: [], form: 'f' })).toEqual({
      kind: 'refused',
      reason: 'expired',
    });
    expect(await pay(session, '00')).toBeNull();
  });
});
