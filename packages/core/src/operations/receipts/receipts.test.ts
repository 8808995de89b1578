import type { AppError } from '@guichet/kernel/errors';
import { describe, expect, it } from 'vitest';
import { command } from '../../../../../test-support/actors.ts';
import { chooseAndPay, makeCaller, makeCheckout } from '../../../../../test-support/checkouts.ts';
import type { TestContext } from '../../../../../test-support/context.ts';
import { advance } from '../../../../../test-support/jobs.ts';
import { makePaid, makeRefund } from '../../../../../test-support/refunds.ts';
import { withSeller } from '../../../../../test-support/with-seller.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { referenceOf } from '../../payments/reference.ts';
import type { VisitorActor } from '../../platform/actor/actor.ts';
import { erasePerson } from '../personal-data/erase.ts';
import { beginRecovery } from '../recovery/begin.ts';
import { endRecovery } from '../recovery/end.ts';
import { reverseSandboxObject } from '../sandbox/reverse.ts';
import { collectReceipt } from './collect.ts';
import { readReference } from './find.ts';
import { listReceiptKeys, rotateReceiptKey } from './keys.ts';
import { showReceipt } from './show.ts';
import { verifyReceipt } from './verify.ts';

let ctx: TestContext;
let caller: Caller;
withSeller((context, seller) => {
  ctx = context;
  caller = { ...seller, scopes: new Set([...seller.scopes, 'receipts:collect']) };
});

const visitor: VisitorActor = { kind: 'visitor', address: '192.0.2.7', request_id: 'req_1' };
const show = (payment_id: string) => showReceipt(ctx, visitor, referenceOf(payment_id));
const collect = (payment_id: string, by: Caller = caller) =>
  collectReceipt(ctx, by, referenceOf(payment_id), null).then(({ value }) => value);
const codeOf = async (payment_id: string): Promise<string> => (await show(payment_id)).code ?? '';
const verdictOn = async (payment_id: string) => verifyReceipt(ctx, visitor, await codeOf(payment_id));
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: AppError) => [error.code, error.reason?.code ?? null],
  );

describe('a receipt', () => {
  it('shows what was paid, with which operator and which number, masked', async () => {
    const { payment_id } = await makePaid(ctx, caller, '00');
    expect(await show(payment_id)).toMatchObject({
      reference: referenceOf(payment_id),
      mode: 'test',
      total: { amount_minor: 5_100n, currency: 'XOF' },
      fee: { amount_minor: 100n },
      operator_name: 'MTN MoMo',
      phone: expect.stringMatching(/^\+22505\*{6}00$/),
      refunded: null,
      reversed_at: null,
      collected_at: null,
    });
  });

  it.each(['pending', 'processing', 'failed'])('does not exist for a %s payment', async (status) => {
    const checkout = await makeCheckout(ctx, caller);
    if (status === 'processing') await chooseAndPay(ctx, checkout, '22');
    if (status === 'failed') await chooseAndPay(ctx, checkout, '01');
    expect(await refusal(show(checkout.payment_id))).toEqual(['receipt_not_found', null]);
  });

  it('tells what was refunded since, in part and in whole', async () => {
    const paid = await makePaid(ctx, caller, '00');
    await makeRefund(ctx, paid, { amount: 1_100 });
    await advance(ctx, 60_000);
    expect((await show(paid.payment_id)).refunded).toMatchObject({
      sum: { amount_minor: 1_100n },
      is_whole: false,
    });
    expect(await verdictOn(paid.payment_id)).toMatchObject({
      state: 'partly_refunded',
      refunded_amount: '1100',
    });
    await makeRefund(ctx, paid);
    await advance(ctx, 60_000);
    expect((await show(paid.payment_id)).refunded).toMatchObject({ is_whole: true });
    expect((await verdictOn(paid.payment_id)).state).toBe('refunded');
  });

  it('tells that the operator took the money back', async () => {
    const { payment_id } = await makePaid(ctx, caller, '00');
    await reverseSandboxObject(ctx, command, payment_id);
    expect((await show(payment_id)).reversed_at).not.toBeNull();
    expect((await verdictOn(payment_id)).state).toBe('reversed');
  });

  it('has no number after the payer was erased', async () => {
    const { payment_id } = await makePaid(ctx, caller, '00');
    const { phone } = await ctx.db
      .selectFrom('attempts')
      .select('phone')
      .where('payment_id', '=', payment_id)
      .executeTakeFirstOrThrow();
    await erasePerson(ctx, command, { merchant_id: caller.merchant_id, phone });
    expect((await show(payment_id)).phone).toBeNull();
  });
});

describe('a reference', () => {
  it.each([
    ['7KQ2M-9XD4A', '7KQ2M9XD4A'],
    ['7kq2m9xd4a', '7KQ2M9XD4A'],
    [' 7kq2m 9xd4a ', '7KQ2M9XD4A'],
    ['OIL10-OIL10', '0111001110'],
    ['7KQ2M-9XD4', undefined],
    ['7KQ2M-9XD4U', undefined],
    ["7KQ2M'9XD4A", undefined],
    ['', undefined],
    [`7KQ2M9XD4A${' '.repeat(100)}`, undefined],
  ])('%j is read as %j', (text, read) => {
    expect(readReference(text)).toBe(read);
  });
});

describe('collecting', () => {
  it('works once; the second time says when and by whom', async () => {
    const { payment_id } = await makePaid(ctx, caller, '00');
    expect(await collect(payment_id)).toMatchObject({ payment_id, amount: 5_100, currency: 'XOF' });
    expect(await refusal(collect(payment_id))).toEqual(['already_collected', 'receipt_collected']);
    expect((await show(payment_id)).collected_at).not.toBeNull();
    expect((await verdictOn(payment_id)).collected_at).not.toBeNull();
  });

  it('by ten at once succeeds for one', async () => {
    const { payment_id } = await makePaid(ctx, caller, '00');
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => collect(payment_id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('with the same Idempotency-Key gets the first response', async () => {
    const { payment_id } = await makePaid(ctx, caller, '00');
    const once = { key: 'hand-over-1', request_hash: Buffer.alloc(32, 1) };
    const first = await collectReceipt(ctx, caller, referenceOf(payment_id), once);
    const again = await collectReceipt(ctx, caller, referenceOf(payment_id), once);
    expect([first.replayed, again.replayed, again.value]).toEqual([false, true, first.value]);
  });

  it('is refused once the money was refunded in whole, but not in part', async () => {
    const part = await makePaid(ctx, caller, '00');
    await makeRefund(ctx, part, { amount: 100 });
    const whole = await makePaid(ctx, caller, '00');
    await makeRefund(ctx, whole);
    await advance(ctx, 60_000);
    expect(await collect(part.payment_id)).toMatchObject({ payment_id: part.payment_id });
    expect(await refusal(collect(whole.payment_id))).toEqual(['conflict', 'receipt_refunded']);
  });

  it('is refused once the operator took the money back', async () => {
    const { payment_id } = await makePaid(ctx, caller, '00');
    await reverseSandboxObject(ctx, command, payment_id);
    expect(await refusal(collect(payment_id))).toEqual(['conflict', 'receipt_reversed']);
  });

  it('is refused to another merchant, the other mode, and a key without the scope', async () => {
    const { payment_id } = await makePaid(ctx, caller, '00');
    const stranger = { ...(await makeCaller(ctx)), scopes: caller.scopes };
    expect(await refusal(collect(payment_id, stranger))).toEqual(['receipt_not_found', null]);
    expect(await refusal(collect(payment_id, { ...caller, mode: 'live' }))).toEqual([
      'receipt_not_found',
      null,
    ]);
    const unscoped = { ...caller, scopes: new Set(['payments:read'] as const) };
    expect(await refusal(collect(payment_id, unscoped))).toEqual(['missing_scope', null]);
  });
});

describe('while the service recovers', () => {
  it('nothing is said about a receipt that a restored database lacks, and nothing is handed over', async () => {
    const { payment_id } = await makePaid(ctx, caller, '00');
    await beginRecovery(ctx, command, {});
    expect(await refusal(collect(payment_id))).toEqual(['recovering', null]);
    expect(await refusal(showReceipt(ctx, visitor, '00000-00000'))).toEqual(['recovering', null]);
    expect(await show(payment_id)).toMatchObject({ total: { amount_minor: 5_100n } });
    await endRecovery(ctx, command, { anyway: true });
    expect(await collect(payment_id)).toMatchObject({ payment_id });
  });
});

describe('verification', () => {
  it('of a genuine code says so after the key was replaced, whose private part is gone', async () => {
    const { payment_id } = await makePaid(ctx, caller, '00');
    const code = await codeOf(payment_id);
    const [current] = await listReceiptKeys(ctx, command);
    const [newest, before] = await rotateReceiptKey(ctx, command);
    expect([newest?.replaced_at, before?.kid]).toEqual([null, current?.kid]);
    expect(before?.replaced_at).not.toBeNull();
    expect(await verifyReceipt(ctx, visitor, code)).toMatchObject({ genuine: true, state: 'paid' });
    expect(await codeOf(payment_id)).not.toBe(code);
    const { private_sealed } = await ctx.db
      .selectFrom('receipt_keys')
      .select('private_sealed')
      .where('id', '=', current?.kid ?? '')
      .executeTakeFirstOrThrow();
    expect(private_sealed).toBeNull();
  });

  it('of a genuine code of a payment that a restored database lacks says that it is unknown', async () => {
    const { payment_id } = await makePaid(ctx, caller, '00');
    const code = await codeOf(payment_id);
    await ctx.db.updateTable('payments').set({ mode: 'live' }).where('id', '=', payment_id).execute();
    expect(await verifyReceipt(ctx, visitor, code)).toMatchObject({ genuine: true, state: 'unknown' });
  });

  it('of a forged code says nothing about any payment', async () => {
    expect(await verifyReceipt(ctx, visitor, 'AAAA')).toEqual({
      genuine: false,
      receipt: null,
      state: null,
      refunded_amount: null,
      collected_at: null,
    });
  });
});
