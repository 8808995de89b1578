import { asCurrency } from '@guichet/kernel/currencies';
import { makeId } from '@guichet/kernel/ids';
import type { ConnectorAnswer, Service } from '@guichet/operators/contract';
import { defineProvider } from '@guichet/operators/provider';
import Type from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Checkout } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import {
  makePaid,
  makeRefund,
  makeSeller,
  readRefund,
  refundJob,
  summarizeRefund,
} from '../../../../../test-support/refunds.ts';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { listAttempts, updateAttempt } from '../../payments/attempt/queries.ts';
import { service_actor } from '../../platform/actor/actor.ts';
import { makeSecretBox } from '../../platform/secrets/seal.ts';
import { sealConfig } from '../../routing/connector-accounts/config.ts';
import { insertAccount } from '../../routing/connector-accounts/queries.ts';
import { applyTransferOutcome } from '../apply-outcome.ts';
import { sendTransfer } from '../send.ts';
import { refunds } from './kind.ts';
import { listRefunds } from './queries.ts';
import { refundHeld } from './refund-held.ts';

/** Calls that the provider received, such as `refund 5100`. */
const calls: string[] = [];

const listed_service: Service = {
  ...{ operator: 'mtn_ci', currency: 'XOF', collect: true, payout: true, refund: true },
  ...{ min_amount: null, max_amount: null, decimals: null, code_first: null },
};

/** A provider whose accounts support what their settings state. */
const provider = defineProvider({
  id: 'giver',
  display_name: 'Giver',
  callback_trust: 'signed',
  config_schema: Type.Object({
    refund: Type.Boolean({ description: 'It refunds' }),
    payout: Type.Boolean({ description: 'It pays out' }),
    anybody_pays: Type.Optional(Type.Boolean({ description: 'It does not restrict who pays' })),
  }),
  secret_fields: [],
  operators: ['mtn_ci'],
  hosts: ['giver.example'],
  addressOf: () => 'https://giver.example',
  abilities: ['refund', 'payout'],
  same_payment_apart_s: 0,
  servicesOf: ({ anybody_pays }) => (anybody_pays ? [{ ...listed_service, payer_known: false }] : []),
  open: (config) => {
    const give = (verb: string) => async (request: { money: { amount_minor: bigint } }) => {
      calls.push(`${verb} ${request.money.amount_minor}`);
      return pending;
    };
    return {
      collect: async () => pending,
      lookup: async () => pending,
      ...(config.refund && { refund: give('refund') }),
      ...(config.payout && { payout: give('payout') }),
      verifyCallback: () => true,
      readCallback: () => [],
    };
  },
});
const pending: ConnectorAnswer = {
  outcome: { kind: 'pending', action: null },
  provider_reference: 'their-1',
  raw: null,
};

let ctx: TestContext;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext([provider]);
  caller = await makeSeller(ctx);
});
afterAll(() => ctx.database.close());

interface Abilities {
  readonly refund: boolean;
  readonly payout: boolean;
  readonly refund_parts?: boolean;
  readonly payer_known?: boolean;
  readonly anybody_pays?: boolean;
}

/**
 * Makes a payment that was collected through an account of the provider.
 *
 * @param service the abilities that the account lists; null if it lists none
 */
async function makePaidBy(
  config: Abilities,
  service: Abilities | null,
): Promise<Checkout & { account_id: string }> {
  const checkout = await makePaid(ctx, caller);
  const at = ctx.clock.now();
  const listed: Partial<Service>[] = service ? [{ operator: 'mtn_ci', currency: 'XOF', ...service }] : [];
  const { id: account_id } = await insertAccount(ctx.db, {
    merchant_id: caller.merchant_id,
    id: makeId('connector_account'),
    connector: provider.id,
    name: 'main',
    config_sealed: sealConfig(ctx.secrets, { ...config }),
    services: JSON.stringify(listed),
    created_at: at,
    updated_at: at,
    checked_at: null,
  });
  await ctx.db
    .updateTable('attempts')
    .set({ connector: provider.id, account_id })
    .where('payment_id', '=', checkout.payment_id)
    .execute();
  return { ...checkout, account_id };
}

const both = { refund: true, payout: true };
const neither = { refund: false, payout: false };
const refunds_only = { refund: true, payout: false };
const pays = { refund: false, payout: true };

describe('money that was collected through an account', () => {
  it.each([
    ['refund', both, null],
    ['refund', both, both],
    ['payout', both, pays],
    ['payout', pays, null],
    ['refund', refunds_only, refunds_only],
  ])(
    'is returned through the same account by %s if its provider supports %j and its settings state %j',
    async (method, config, service) => {
      const { account_id, ...checkout } = await makePaidBy(config, service);
      const refund = await makeRefund(ctx, checkout);
      expect(await readRefund(ctx, refund)).toMatchObject({ method, connector: 'giver', account_id });
      calls.length = 0;
      await sendTransfer(ctx, service_actor, { kind: refunds, job: refundJob(refund) });
      expect(calls).toEqual([`${method} 5100`]);
      expect(await readRefund(ctx, refund)).toMatchObject({
        status: 'processing',
        provider_reference: 'their-1',
      });
    },
  );

  it('cannot be returned while the account’s settings cannot be decrypted', async () => {
    const checkout = await makePaidBy(both, both);
    const lost = makeSecretBox('a lost key, 32 characters long!!').seal('{}');
    await ctx.pool.query('update connector_accounts set config_sealed = $1 where id = $2', [
      lost,
      checkout.account_id,
    ]);
    await expect(makeRefund(ctx, checkout)).rejects.toMatchObject({
      ...{ code: 'conflict', reason: { code: 'account_unreadable' } },
    });
  });

  it.each([
    [neither, null],
    [neither, both],
    [both, neither],
    [refunds_only, pays],
  ])('cannot be returned if its provider supports %j and its settings state %j', async (config, service) => {
    await expect(makeRefund(ctx, await makePaidBy(config, service))).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /^The account with giver .* supports neither refunds nor payouts with mtn_ci/,
      ),
    });
  });

  const whole = { refund_parts: false };
  it.each([
    ['refund', both, null, 100],
    ['refund', both, both, 100],
    ['refund', both, { ...both, refund_parts: true }, 100],
    ['payout', both, { ...both, ...whole }, 100],
    ['refund', both, { ...both, ...whole }, 5100],
    ['refund', both, { ...both, ...whole }, undefined],
    ['refund', refunds_only, { ...refunds_only, ...whole }, undefined],
    ['payout', pays, { ...pays, ...whole }, 100],
  ])(
    'is returned by %s if its provider supports %j and its settings state %j, for the amount %j',
    async (method, config, service, amount) => {
      const { account_id: _, ...checkout } = await makePaidBy(config, service);
      const refund = await makeRefund(ctx, checkout, amount === undefined ? {} : { amount });
      expect(await readRefund(ctx, refund)).toMatchObject({ method, amount_minor: BigInt(amount ?? 5100) });
    },
  );

  it('is returned in parts by payout, including the last part, if its provider makes only full refunds', async () => {
    const { account_id: _, ...checkout } = await makePaidBy(both, { ...both, ...whole });
    for (const amount of [1000, undefined]) {
      const refund = await makeRefund(ctx, checkout, amount === undefined ? {} : { amount });
      await sendTransfer(ctx, service_actor, { kind: refunds, job: refundJob(refund) });
      const { method, amount_minor } = await readRefund(ctx, refund);
      expect([method, amount_minor]).toEqual(['payout', amount === undefined ? 4100n : 1000n]);
      const outcome = { kind: 'settled', money: { amount_minor, currency: asCurrency('XOF') } } as const;
      await applyTransferOutcome(ctx, refunds, refund, { ...pending, outcome }, 'callback');
    }
  });

  it('cannot be returned in parts if its provider makes only full refunds, and no payouts', async () => {
    const { account_id: _, ...checkout } = await makePaidBy(refunds_only, { ...refunds_only, ...whole });
    await expect(makeRefund(ctx, checkout, { amount: 100 })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/supports full refunds only, and no payouts with mtn_ci/),
    });
    expect(await readRefund(ctx, await makeRefund(ctx, checkout))).toMatchObject({ method: 'refund' });
  });

  it.each([
    ['payout', both, whole],
    ['refund', both, { refund_parts: true }],
    [null, refunds_only, whole],
  ])(
    'is returned by %s after a refund was reversed, if its provider supports %j and its settings state %j',
    async (method, config, parts) => {
      const { account_id: _, ...checkout } = await makePaidBy(config, { ...config, ...parts });
      const refund = await makeRefund(ctx, checkout);
      await sendTransfer(ctx, service_actor, { kind: refunds, job: refundJob(refund) });
      const money = { amount_minor: 5100n, currency: asCurrency('XOF') };
      for (const outcome of [
        { kind: 'settled', money },
        { kind: 'reversed', money, operator_code: 'taken_back' },
      ] as const) {
        await applyTransferOutcome(ctx, refunds, refund, { ...pending, outcome }, 'callback');
      }
      expect(await readRefund(ctx, refund)).toMatchObject({ status: 'reversed', method: 'refund' });
      const again = makeRefund(ctx, checkout);
      if (method === null) {
        await expect(again).rejects.toMatchObject({
          code: 'conflict',
          message: expect.stringMatching(/refunds a payment only once, and supports no payouts with mtn_ci/),
        });
      } else expect(await readRefund(ctx, await again)).toMatchObject({ method });
    },
  );

  const anybody = { payer_known: false };
  it.each([
    [both, { ...pays, ...anybody }, undefined],
    [pays, { ...pays, ...anybody }, undefined],
    [both, { ...both, ...whole, ...anybody }, 100],
    // Money in a different currency than the service's was paid by a wallet that is just as unknown.
    [pays, { ...pays, ...anybody, currency: 'XAF' }, undefined],
  ])(
    'is not returned by payout if anybody could have paid it: its provider supports %j, its settings state %j, amount %j',
    async (config, service, amount) => {
      const { account_id: _, ...checkout } = await makePaidBy(config, service);
      await expect(makeRefund(ctx, checkout, amount === undefined ? {} : { amount })).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringMatching(/from any number .* refund the customer another way/),
      });
    },
  );

  it('is not returned by payout if anybody could have paid it, even if the account was saved before services stated that', async () => {
    const { account_id: _, ...checkout } = await makePaidBy({ ...pays, anybody_pays: true }, pays);
    await expect(makeRefund(ctx, checkout)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/from any number .* refund the customer another way/),
    });
  });

  it('is not returned by payout if no number was entered', async () => {
    const { account_id: _, ...checkout } = await makePaidBy(pays, pays);
    const [attempt] = await listAttempts(ctx.db, checkout.merchant_id, checkout.payment_id);
    if (!attempt) throw new Error('the attempt is missing');
    await updateAttempt(ctx.db, attempt, 'success', { phone: '' });
    await expect(makeRefund(ctx, checkout)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/refund the customer another way/),
    });
  });

  it('is returned by refund even if anybody could have paid it', async () => {
    const { account_id: _, ...checkout } = await makePaidBy(both, { ...both, ...anybody });
    expect(await readRefund(ctx, await makeRefund(ctx, checkout, { amount: 100 }))).toMatchObject({
      method: 'refund',
    });
  });

  it('needs review instead of an automatic refund if anybody could have paid it', async () => {
    const { merchant_id, payment_id } = await makePaidBy(pays, { ...pays, ...anybody });
    const [attempt] = await listAttempts(ctx.db, merchant_id, payment_id);
    if (!attempt) throw new Error('there is no attempt');
    await updateAttempt(ctx.db, attempt, 'success', { duplicate: true });
    await refundHeld(ctx, service_actor, { merchant_id, attempt_id: attempt.id });
    expect(await listAttempts(ctx.db, merchant_id, payment_id)).toMatchObject([
      { needs_review: true, unknown_cause: 'cannot_refund' },
    ]);
    expect(await listRefunds(ctx.db, merchant_id, payment_id)).toEqual([]);
  });

  it('is refunded from the clearing account of that connector account', async () => {
    const { account_id, ...checkout } = await makePaidBy(both, null);
    const refund = await makeRefund(ctx, checkout);
    await sendTransfer(ctx, service_actor, { kind: refunds, job: refundJob(refund) });
    const money = { amount_minor: 5100n, currency: asCurrency('XOF') };
    await applyTransferOutcome(
      ctx,
      refunds,
      refund,
      { ...pending, outcome: { kind: 'settled', money } },
      'callback',
    );
    expect((await summarizeRefund(ctx, refund)).entries.at(-1)).toBe(
      `refund_paid operator_clearing:${account_id} -5100`,
    );
  });
});
