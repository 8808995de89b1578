import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command, commandOf } from '../../../../../test-support/actors.ts';
import { makeCaller, phoneEnding, setFees } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, sandboxOf, start, type TestContext } from '../../../../../test-support/context.ts';
import { dropJobs, listJobs } from '../../../../../test-support/jobs.ts';
import {
  balancesOf,
  makePayer,
  payoutTo,
  readPayout,
  summarizePayout,
} from '../../../../../test-support/payouts.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { checkLedger } from '../../ledger/check.ts';
import { fundSandbox } from '../../operations/sandbox/fund.ts';
import type { IdempotencyKey } from '../../platform/idempotency/run-idempotently.ts';
import { createPayout } from './create.ts';

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext();
  caller = await makePayer(ctx, 100_000_000);
});
afterAll(() => ctx.database.close());

const create = async (by: Caller, body: unknown, once: IdempotencyKey | null = null) =>
  (await createPayout(ctx, by, body, once)).value;

describe('a payout', () => {
  it('is stored, reserved and queued before the API responds', async () => {
    await dropJobs(ctx);
    const payer = await makePayer(ctx, 30_000);
    const value = await create(payer, {
      amount: 12_500,
      currency: 'XOF',
      operator: 'mtn_ci',
      recipient: { phone: ' 00225 05 04 03 02 01 ', first_name: 'Awa', last_name: 'Recipient' },
      description: 'Commission of March',
    });
    expect(value).toEqual({
      id: expect.stringMatching(/^po_[0-9A-HJKMNP-TV-Z]{26}$/),
      object: 'payout',
      status: 'pending',
      amount: 12_500,
      currency: 'XOF',
      operator: 'mtn_ci',
      recipient: { phone: '+2250504030201', first_name: 'Awa', last_name: 'Recipient' },
      description: 'Commission of March',
      failure: null,
      reversal: null,
      needs_approval: false,
      reference: expect.stringMatching(/^\w{5}-\w{5}$/),
      livemode: false,
      created_at: '2040-03-01T10:00:00.000+00:00',
      paid_at: null,
    });
    const key = { merchant_id: payer.merchant_id, id: value.id };
    expect(await summarizePayout(ctx, key)).toMatchObject({
      payout: 'pending',
      events: [],
      entries: ['payout_reserved merchant_balance 12500', 'payout_reserved payouts_in_flight -12500'],
    });
    expect(await balancesOf(ctx, payer)).toEqual(['XOF 17500 available, 12500 in flight']);
    expect(await listJobs(ctx)).toMatchObject([
      { task: 'send_payout', payload: { merchant_id: payer.merchant_id, payout_id: value.id } },
    ]);
    expect(await readPayout(ctx, key)).toMatchObject({ connector: 'sandbox', created_at: start });
  });

  it('can omit names and description', async () => {
    expect(await create(caller, payoutTo('00'))).toMatchObject({
      recipient: { phone: phoneEnding('00'), first_name: null, last_name: null },
      description: null,
    });
  });

  it.each([
    ['the whole balance', 1000, 'XOF 0 available, 1000 in flight'],
    ['the minimum', 1, 'XOF 999 available, 1 in flight'],
  ])('can have %s as its amount', async (_, amount, left) => {
    const payer = await makePayer(ctx, 1000);
    await create(payer, payoutTo('00', { amount }));
    expect(await balancesOf(ctx, payer)).toEqual([left]);
  });

  it('can have decimals if its currency has them', async () => {
    const payer = await makeCaller(ctx);
    await fundSandbox(ctx, commandOf(payer.merchant_id), { currency: 'GHS', amount: 100.5 });
    const body = {
      amount: 12.25,
      currency: 'GHS',
      operator: 'mtn_gh',
      recipient: { phone: '+233244815100' },
    };
    expect(await create(payer, body)).toMatchObject({ amount: 12.25, currency: 'GHS' });
    expect(await balancesOf(ctx, payer)).toEqual(['GHS 88.25 available, 12.25 in flight']);
  });

  it('uses the sandbox’s stand-in if the catalogue has no operator for its currency', async () => {
    const payer = await makeCaller(ctx);
    await fundSandbox(ctx, commandOf(payer.merchant_id), { currency: 'JPY', amount: 500 });
    const body = {
      amount: 500,
      currency: 'JPY',
      operator: 'sandbox_zz',
      recipient: { phone: '+819012345600' },
    };
    expect(await create(payer, body)).toMatchObject({ operator: 'sandbox_zz' });
  });
});

describe('an invalid payout', () => {
  const wrong: [what: string, fields: object, errors: object][] = [
    ['no amount', { amount: undefined }, { amount: ['is required'] }],
    ['too little', { amount: 0.99 }, { amount: ['must be at least 1'] }],
    ['too much', { amount: 10_000_001 }, { amount: ['must be at most 10000000'] }],
    ['decimals', { amount: 10.5 }, { amount: ['must be a whole number: XOF has no decimals'] }],
    ['an amount in quotes', { amount: '5000' }, { amount: ['must be a number'] }],
    [
      'an unknown currency',
      { currency: 'xof' },
      { currency: ['must be an ISO 4217 code in capitals, for example XOF'] },
    ],
    [
      'an unknown operator',
      { operator: 'mtn' },
      { operator: ['is not in the operator catalogue, which has codes such as mtn_ci'] },
    ],
    [
      'an operator with a different currency',
      { operator: 'mtn_gh' },
      { operator: ['does not support XOF, only GHS'] },
    ],
    ['no recipient', { recipient: undefined }, { recipient: ['is required'] }],
    ['no phone number', { recipient: {} }, { 'recipient.phone': ['is required'] }],
    [
      'a phone number without a country code',
      { recipient: { phone: '0504030201' } },
      {
        'recipient.phone': [
          'must be a valid phone number in international format, for example +2250700000000',
        ],
      },
    ],
    [
      'a phone number of a different country',
      { recipient: { phone: '+2290161481500' } },
      { 'recipient.phone': ["must be a number of the operator's country, CI"] },
    ],
    [
      'unknown fields',
      { iban: 'x', recipient: { phone: phoneEnding('00'), email: 'a@b.example' } },
      { iban: ['is not a known field'], 'recipient.email': ['is not a known field'] },
    ],
    [
      'a description that is too long',
      { description: 'x'.repeat(256) },
      { description: ['must be at most 255 characters'] },
    ],
    [
      'several things at once',
      { amount: 0, operator: '', recipient: { phone: 'x' } },
      {
        amount: ['must be at least 1'],
        operator: ['is not in the operator catalogue, which has codes such as mtn_ci'],
        'recipient.phone': [expect.stringMatching(/^must be a valid phone number/)],
      },
    ],
  ];
  it.each(wrong)('gets an error for %s, and reserves nothing', async (_, fields, errors) => {
    const before = await balancesOf(ctx, caller);
    await expect(create(caller, payoutTo('00', fields))).rejects.toMatchObject({
      code: 'invalid_fields',
      fields: errors,
    });
    expect(await balancesOf(ctx, caller)).toEqual(before);
  });

  it.each([undefined, null, 'x', []])('is refused with the body %j', async (body) => {
    await expect(create(caller, body)).rejects.toMatchObject({
      code: 'invalid_fields',
      fields: { body: ['must be a JSON object'] },
    });
  });

  it('is refused for an operator that the merchant has disabled or left out of its rules', async () => {
    const payer = await makePayer(ctx);
    await setFees(ctx, payer, { mtn_ci: null, wave_ci: '1' });
    const fields = {
      operator: [
        'is off for XOF in test mode, for payouts too: it can be switched on under Settings, Operators',
      ],
    };
    for (const operator of ['mtn_ci', 'orange_ci']) {
      await expect(create(payer, payoutTo('00', { operator }))).rejects.toMatchObject({ fields });
    }
    expect(await create(payer, payoutTo('00', { operator: 'wave_ci' }))).toMatchObject({ status: 'pending' });
  });

  it('is refused for a connector that cannot pay out, even if it can collect', async () => {
    const { payout: _, ...unable } = sandboxOf(ctx);
    const connectors = new Map([['sandbox', unable]]);
    await expect(createPayout({ ...ctx, connectors }, caller, payoutTo('00'), null)).rejects.toMatchObject({
      fields: {
        operator: [
          'does not support payouts in XOF in test mode: GET /v1/operators shows which operators at checkout do',
        ],
      },
    });
  });

  it('is refused in live mode without an account, with a reason', async () => {
    const live = await makeCaller(ctx, 'live');
    await setFees(ctx, live, { mtn_ci: '0' });
    await expect(create(live, payoutTo('00'))).rejects.toMatchObject({
      code: 'invalid_fields',
      fields: {
        operator: [
          'does not support payouts in XOF in live mode: GET /v1/operators shows which operators at checkout do',
        ],
      },
    });
  });
});

describe('a balance that is too small', () => {
  const refusal = (available: string) => ({
    code: 'insufficient_balance',
    status: 422,
    fields: { amount: [`must be at most the available balance of ${available}`] },
  });

  it('is stated in the error, and does not change', async () => {
    const payer = await makePayer(ctx, 4999);
    await expect(create(payer, payoutTo('00'))).rejects.toMatchObject(refusal('4999 XOF'));
    expect(await balancesOf(ctx, payer)).toEqual(['XOF 4999 available, 0 in flight']);
    await create(payer, payoutTo('00', { amount: 4000 }));
    await expect(create(payer, payoutTo('00'))).rejects.toMatchObject(refusal('999 XOF'));
  });

  it('is stated with the decimals of its currency', async () => {
    const payer = await makeCaller(ctx);
    await fundSandbox(ctx, commandOf(payer.merchant_id), { currency: 'GHS', amount: 1000 });
    const body = { ...payoutTo('00'), currency: 'GHS', operator: 'mtn_gh', amount: 1000.01 };
    const to = { recipient: { phone: '+233244815100' } };
    await expect(create(payer, { ...body, ...to })).rejects.toMatchObject(refusal('1000.00 GHS'));
  });

  it('is determined for this merchant, mode and currency only', async () => {
    const empty = await makeCaller(ctx);
    await expect(create(empty, payoutTo('00'))).rejects.toMatchObject(refusal('0 XOF'));
    const other_currency = { currency: 'XAF', operator: 'mtn_cm', recipient: { phone: '+237670123400' } };
    await expect(create(caller, payoutTo('00', other_currency))).rejects.toMatchObject(refusal('0 XAF'));
    // A refused payout does not create a balance where there was none.
    expect(await balancesOf(ctx, empty)).toEqual([]);
  });
});

describe('with an Idempotency-Key', () => {
  const hash = (text: string) => createHash('sha256').update(text).digest();

  it('thirty concurrent requests create one payout and reserve its money once', async () => {
    const payer = await makePayer(ctx, 1_000_000);
    const once = { key: 'order-481', request_hash: hash('a') };
    const done = await Promise.all(
      Array.from({ length: 30 }, () => createPayout(ctx, payer, payoutTo('00'), once)),
    );
    expect(done.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(done.map(({ value }) => JSON.stringify(value))).size).toBe(1);
    expect(await balancesOf(ctx, payer)).toEqual(['XOF 995000 available, 5000 in flight']);
  });

  it('a repeat gets the first response, even if the balance or the operator would no longer allow it', async () => {
    const payer = await makePayer(ctx, 5000);
    const once = { key: 'order-482', request_hash: hash('b') };
    const first = await createPayout(ctx, payer, payoutTo('00'), once);
    await setFees(ctx, payer, { mtn_ci: null });
    expect(await createPayout(ctx, payer, payoutTo('00'), once)).toEqual({ ...first, replayed: true });
    await expect(
      createPayout(ctx, payer, payoutTo('00'), { ...once, request_hash: hash('c') }),
    ).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('a refusal is not stored, so that the same key works once there is money', async () => {
    const payer = await makeCaller(ctx);
    const once = { key: 'order-483', request_hash: hash('d') };
    await expect(createPayout(ctx, payer, payoutTo('00'), once)).rejects.toMatchObject({
      code: 'insufficient_balance',
    });
    await fundSandbox(ctx, commandOf(payer.merchant_id), { currency: 'XOF', amount: 5000 });
    expect(await createPayout(ctx, payer, payoutTo('00'), once)).toMatchObject({ replayed: false });
  });
});

it('the books still balance after all these payouts', async () => {
  expect((await checkLedger(ctx, command)).breaches).toEqual([]);
});
