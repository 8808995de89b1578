import type { Outcome } from '@guichet/kernel/outcome';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { command, visitor } from '../../../../../test-support/actors.ts';
import { commitAttempt } from '../../../../../test-support/attempts.ts';
import { makeCaller, makeCheckout } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance, dropJobs, listJobs } from '../../../../../test-support/jobs.ts';
import { summarize } from '../../../../../test-support/payments.ts';
import { makeRefund, readRefund, refundJob, summarizeRefund } from '../../../../../test-support/refunds.ts';
import {
  addTellerAccount,
  pending,
  receiveFromTeller,
  settledWith,
  type TellerAccount,
  type Trust,
  teller,
} from '../../../../../test-support/teller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { type Attempt, findAttempt } from '../../payments/attempt/queries.ts';
import { service_actor } from '../../platform/actor/actor.ts';
import { inquireTransfer } from '../../transfers/inquire.ts';
import { refunds } from '../../transfers/refunds/kind.ts';
import { sendTransfer } from '../../transfers/send.ts';
import { listAccountCallbacks, showCallback } from './show.ts';
import { storeCallback } from './store.ts';

const { asked, inquiries, providers } = teller;

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext(providers);
  caller = await makeCaller(ctx, 'live');
});
afterAll(() => ctx.database.close());
beforeEach(async () => {
  await dropJobs(ctx);
  teller.truth = pending;
});

const addAccount = (connector: string, config: object = {}): Promise<TellerAccount> =>
  addTellerAccount(ctx, caller.merchant_id, connector, config);

async function open(account: TellerAccount) {
  const checkout = await makeCheckout(ctx, caller);
  return { checkout, attempt: await commitAttempt(ctx, checkout, { account }) };
}

/** Receives and applies a callback. @returns the recorded problem */
async function tell(
  account: TellerAccount,
  body: object,
  reference: string | null = null,
): Promise<string | null> {
  await receiveFromTeller(ctx, account, body, reference);
  await advance(ctx, 0);
  const listed = { account_id: account.id, with_problem: false, limit: 1 };
  return (await listAccountCallbacks(ctx, command, listed))[0]?.problem ?? null;
}

const readAttempt = async ({ merchant_id, id }: Attempt) => {
  const attempt = await findAttempt(ctx.db, merchant_id, id);
  if (!attempt) throw new Error('the attempt is gone');
  return attempt;
};

describe('the trust in a callback', () => {
  it.each<[provider: Trust, account: Trust | undefined, worth: Trust]>([
    ['hint', undefined, 'hint'],
    ['hint', 'hint', 'hint'],
    ['hint', 'signed', 'signed'],
    ['signed', undefined, 'signed'],
    ['signed', 'signed', 'signed'],
    ['signed', 'hint', 'hint'],
  ])('with provider trust %s and account trust %s is %s', async (provider, trust, worth) => {
    const account = await addAccount(`teller-${provider}`, trust ? { trust } : {});
    const { checkout, attempt } = await open(account);
    const asked = inquiries.length;
    expect(await tell(account, { reference: attempt.reference, amount: 5100 })).toBeNull();
    const { payment } = await summarize(ctx, checkout);
    expect([payment, inquiries.length - asked]).toEqual(
      worth === 'signed' ? ['success', 0] : ['processing', 1],
    );
  });

  it.each([
    ['hint', 'its own', 'processing'],
    ['signed', 'another', 'processing'],
    ['signed', 'its own', 'success'],
  ])(
    'for an account that accepts only hints is limited: a %s notice at %s URL leaves the payment %s',
    async (trust, address, payment) => {
      const account = await addAccount('teller-hint');
      const [{ checkout, attempt }, other] = [await open(account), await open(account)];
      const { reference } = address === 'another' ? other.attempt : attempt;
      const said = { reference: attempt.reference, amount: 5100, trust };
      expect(await tell(account, said, reference)).toBeNull();
      expect(await summarize(ctx, checkout)).toMatchObject({ payment });
    },
  );
});

describe('the receipt in a callback', () => {
  it('is saved once, if the callback is signed or arrived at the attempt’s URL', async () => {
    for (const trust of ['signed', 'hint'] as const) {
      const account = await addAccount('teller-hint', { trust });
      const { attempt } = await open(account);
      const { reference } = attempt;
      const address = trust === 'signed' ? null : reference;
      for (const receipt of ['', 'TA\u00001', 'TA2']) {
        expect(await tell(account, { reference, receipt }, address)).toBeNull();
      }
      expect(await readAttempt(attempt)).toMatchObject({ receipt: 'TA1' });
    }
  });

  it('of a hint that arrived at another URL, or at one without a reference, is not saved', async () => {
    const account = await addAccount('teller-hint');
    const [one, other] = [await open(account), await open(account)];
    const said = { reference: one.attempt.reference, receipt: 'TA1' };
    for (const address of [null, other.attempt.reference]) {
      expect(await tell(account, said, address)).toBeNull();
    }
    expect(await readAttempt(one.attempt)).toMatchObject({ receipt: null });
    expect(await readAttempt(other.attempt)).toMatchObject({ receipt: null });
  });

  it('is sent with the refund, and with inquiries about it', async () => {
    const account = await addAccount('teller-signed');
    const { refund, attempt } = await makeSent(account);
    const collection = {
      reference: attempt.reference,
      provider_reference: null,
      receipt: 'TA7',
      money: { amount_minor: 5100n, currency: 'XOF' },
    };
    expect(asked.at(-1)).toMatchObject({ collection });
    await inquireTransfer(ctx, refunds, refund);
    const { reference } = await readRefund(ctx, refund);
    expect(inquiries.at(-1)).toMatchObject({ direction: 'refund', reference, collection });
  });
});

/** Makes a refund of 5,100 XOF that was sent and gets its outcome only by callback or inquiry. */
async function makeSent(account: TellerAccount) {
  const { checkout, attempt } = await open(account);
  const paid = { reference: attempt.reference, amount: 5100, receipt: 'TA7' };
  teller.truth = settledWith(5100);
  await tell(account, paid, attempt.reference);
  teller.truth = pending;
  const refund = await makeRefund(ctx, checkout);
  await sendTransfer(ctx, service_actor, { kind: refunds, job: refundJob(refund) });
  await dropJobs(ctx);
  return { refund, attempt };
}

it('a callback is shown without the number and names of its subject', async () => {
  const account = await addAccount('teller-hint');
  const { checkout, attempt } = await open(account);
  await ctx.db
    .updateTable('payments')
    .set({ customer_first_name: 'Awa', customer_last_name: 'Toure' })
    .where('id', '=', checkout.payment_id)
    .execute();
  await tell(account, { note: `AWA Toure ${attempt.phone}` }, attempt.reference);
  const listed = { account_id: account.id, with_problem: false, limit: 1 };
  const [{ id } = { id: '' }] = await listAccountCallbacks(ctx, command, listed);
  const show = async (is_raw: boolean) => (await showCallback(ctx, command, { id, is_raw })).body;
  expect(await show(false)).toBe('{"note":"[redacted] [redacted] [redacted]"}');
  expect(await show(true)).toContain('AWA Toure');
});

const refused: Outcome = { kind: 'failed', reason: 'account_blocked', operator_code: 'E9' };

describe('a signed callback about a refund', () => {
  let account: TellerAccount;
  beforeAll(async () => {
    account = await addAccount('teller-signed');
  });

  it('settles the refund once, however often it arrives', async () => {
    const { refund } = await makeSent(account);
    const { reference } = await readRefund(ctx, refund);
    for (const _ of [1, 2]) expect(await tell(account, { reference, amount: 5100 })).toBeNull();
    expect(await summarizeRefund(ctx, refund)).toMatchObject({
      refund: 'success',
      events: ['1 refund.successful'],
    });
  });

  it('that reports a failure, then a success, releases the money and takes it again', async () => {
    const { refund } = await makeSent(account);
    const { reference } = await readRefund(ctx, refund);
    expect(await tell(account, { reference, outcome: refused })).toBeNull();
    expect(await summarizeRefund(ctx, refund)).toMatchObject({
      refund: 'failed',
      events: ['1 refund.failed'],
    });
    expect(await tell(account, { reference, amount: 5100 })).toBeNull();
    expect(await summarizeRefund(ctx, refund)).toMatchObject({
      refund: 'success',
      events: ['1 refund.failed', '2 refund.successful'],
    });
  });

  it('with a different amount makes the refund need review', async () => {
    const { refund } = await makeSent(account);
    const { reference } = await readRefund(ctx, refund);
    expect(await tell(account, { reference, amount: 5099 })).toBe('amount_mismatch');
    expect(await summarizeRefund(ctx, refund)).toMatchObject({ refund: 'processing', needs_review: true });
  });

  it('of another account changes nothing', async () => {
    const { refund } = await makeSent(account);
    const { reference } = await readRefund(ctx, refund);
    const other = await addAccount('teller-signed');
    expect(await tell(other, { reference, amount: 5100 })).toBe('unknown_reference');
    expect(await summarizeRefund(ctx, refund)).toMatchObject({ refund: 'processing' });
  });

  it('with text that cannot be stored is applied without that text', async () => {
    const { refund } = await makeSent(account);
    const { reference } = await readRefund(ctx, refund);
    const outcome = { ...refused, operator_code: 'E\u00009' };
    const raw = { 'said\u0000': ['\ud800', 'no\u0000'] };
    expect(await tell(account, { reference, provider_reference: 'r\u0000', outcome, raw })).toBeNull();
    expect(await readRefund(ctx, refund)).toMatchObject({
      status: 'failed',
      failure_operator_code: 'E9',
      provider_reference: null,
    });
  });
});

describe('a hint about a refund', () => {
  let account: TellerAccount;
  beforeAll(async () => {
    account = await addAccount('teller-hint');
  });

  it('never settles the refund but triggers an inquiry about the reference in its URL', async () => {
    const { refund } = await makeSent(account);
    const { reference } = await readRefund(ctx, refund);
    const said = { provider_reference: 'their-7', amount: 5100 };
    expect(await tell(account, said, reference)).toBeNull();
    expect(inquiries.at(-1)).toMatchObject({ direction: 'refund', provider_reference: 'their-7' });
    expect(await summarizeRefund(ctx, refund)).toMatchObject({ refund: 'processing', events: [] });
    teller.truth = settledWith(5100);
    ctx.clock.advance(2_000);
    expect(await tell(account, said, reference)).toBeNull();
    expect(await summarizeRefund(ctx, refund)).toMatchObject({
      refund: 'success',
      events: ['1 refund.successful'],
    });
  });

  it('that reports success of a failed refund triggers an inquiry, but one that repeats the failure does not', async () => {
    const { refund } = await makeSent(account);
    const { reference } = await readRefund(ctx, refund);
    teller.truth = refused;
    expect(await tell(account, { reference, outcome: refused })).toBeNull();
    expect(await summarizeRefund(ctx, refund)).toMatchObject({ refund: 'failed' });
    const asked = inquiries.length;
    ctx.clock.advance(2_000);
    expect(await tell(account, { reference, outcome: refused, again: 1 })).toBeNull();
    await advance(ctx, 10_000);
    expect(inquiries).toHaveLength(asked);
    teller.truth = settledWith(5100);
    expect(await tell(account, { reference, amount: 5100 })).toBeNull();
    await advance(ctx, 2_000);
    expect(await summarizeRefund(ctx, refund)).toMatchObject({ refund: 'success' });
  });

  it('that reports success of a reversed refund triggers inquiries until one is answered', async () => {
    const { refund } = await makeSent(account);
    const { reference } = await readRefund(ctx, refund);
    teller.truth = { kind: 'reversed', operator_code: 'R7', money: null };
    expect(await tell(account, { reference, amount: 5100 })).toBeNull();
    expect(await summarizeRefund(ctx, refund)).toMatchObject({ refund: 'reversed', needs_review: false });
    teller.truth = { kind: 'unknown', cause: 'unreachable' };
    expect(await tell(account, { reference, amount: 5100, again: 1 })).toBeNull();
    await advance(ctx, 2_000);
    teller.truth = settledWith(5100);
    await advance(ctx, 2 * 60 * 60_000);
    expect(await summarizeRefund(ctx, refund)).toMatchObject({ refund: 'reversed', needs_review: true });
  });

  it('that arrives before the refund is sent triggers no inquiry', async () => {
    const { checkout, attempt } = await open(account);
    teller.truth = settledWith(5100);
    await tell(account, { reference: attempt.reference, amount: 5100 });
    const refund = await makeRefund(ctx, checkout);
    await dropJobs(ctx);
    const { reference } = await readRefund(ctx, refund);
    const asked = inquiries.length;
    expect(await tell(account, { reference, amount: 5100 })).toBeNull();
    expect(inquiries).toHaveLength(asked);
    expect(await summarizeRefund(ctx, refund)).toMatchObject({ refund: 'pending' });
    expect(await listJobs(ctx, 'follow_refund')).toEqual([]);
    // After a restore, nobody knows which requests were sent.
    await ctx.pool.query(
      `insert into recoveries (reason, lost_since, began_at, began_by) values ('requested', now(), now(), 'ama')`,
    );
    onTestFinished(async () => void (await ctx.pool.query('delete from recoveries')));
    expect(await tell(account, { reference, amount: 5100, again: 1 })).toBeNull();
    expect(inquiries).toHaveLength(asked + 1);
    expect(await summarizeRefund(ctx, refund)).toMatchObject({ refund: 'success' });
  });
});

describe('a callback from an unknown sender', () => {
  const body = { payer: '+2250504030200', name: 'Awatifatou' };
  const kept = async ({ id }: TellerAccount) =>
    (await ctx.pool.query('select * from callbacks where account_id = $1', [id])).rows[0];

  it.each<[string, Trust, object, string | null]>([
    ['with a wrong signature', 'signed', { forged: true }, 'forged'],
    ['without a signature, for an unknown reference', 'hint', {}, 'unknown_reference'],
  ])('%s is counted but not stored', async (_, trust, more, problem) => {
    const account = await addAccount(`teller-${trust}`);
    const said = { ...body, ...more, reference: crypto.randomUUID() };
    expect(await tell(account, said)).toBe(problem);
    expect(await tell(account, said)).toBe(problem);
    const row = await kept(account);
    expect(row).toMatchObject({ body: '', copies: 2, body_bytes: JSON.stringify(said).length });
    expect(ctx.secrets.open(row.headers_sealed)).toBe('{}');
  });

  it('that is not text is not stored either', async () => {
    const account = await addAccount('teller-hint');
    await storeCallback(ctx, visitor, {
      connector: account.connector,
      account_id: account.id,
      reference: null,
      method: 'POST',
      path: `/callbacks/${account.connector}/${account.id}?msisdn=%2B2250504030200`,
      headers: { 'x-name': 'Awatifatou' },
      body: Buffer.from('Awatifatou\0'),
    });
    const row = await kept(account);
    expect(row).toMatchObject({ body: '', problem: 'not_text', body_bytes: 11 });
    expect(JSON.stringify(row)).not.toContain('msisdn');
  });

  it('is applied when it is repeated and turns out to come from the provider', async () => {
    const account = await addAccount('teller-signed');
    const { checkout, attempt } = await open(account);
    const said = { reference: attempt.reference, amount: 5100, trust: 'signed' };
    teller.is_secret_wrong = true;
    expect(await tell(account, said)).toBe('forged');
    teller.is_secret_wrong = false;
    expect(await tell(account, said)).toBeNull();
    expect(await summarize(ctx, checkout)).toMatchObject({ payment: 'success' });
    expect((await kept(account)).body).toContain(attempt.reference);
  });

  it('with a known reference is stored', async () => {
    const account = await addAccount('teller-hint');
    const { attempt } = await open(account);
    await tell(account, { ...body, reference: attempt.reference });
    expect((await kept(account)).body).toContain('Awatifatou');
  });
});
