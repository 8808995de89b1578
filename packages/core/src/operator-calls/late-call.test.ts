import { asCurrency } from '@guichet/kernel/currencies';
import type { Connector } from '@guichet/operators/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commandOf } from '../../../../test-support/actors.ts';
import { makeCaller, makeCheckout, phoneEnding } from '../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../test-support/context.ts';
import { dropJobs } from '../../../../test-support/jobs.ts';
import { balancesOf, payoutJob, payoutTo } from '../../../../test-support/payouts.ts';
import {
  makeTestProvider,
  startTestOperator,
  type TestOperator,
} from '../../../../test-support/test-operator.ts';
import type { Caller } from '../accounts/api-keys/authenticate.ts';
import { accounts } from '../ledger/accounts.ts';
import { post } from '../ledger/post.ts';
import { inquireAboutAttempt } from '../payments/attempt/inquire.ts';
import { listAttempts } from '../payments/attempt/queries.ts';
import { payDirectly } from '../payments/session/pay-directly.ts';
import { customerWith, service_actor } from '../platform/actor/actor.ts';
import { createAccount } from '../routing/connector-accounts/create.ts';
import { inquireTransfer } from '../transfers/inquire.ts';
import { createPayout } from '../transfers/payouts/create.ts';
import { payouts } from '../transfers/payouts/kind.ts';
import { sendTransfer } from '../transfers/send.ts';

let ctx: TestContext;
let operator: TestOperator;
let caller: Caller;
beforeAll(async () => {
  ctx = await makeTestContext([makeTestProvider('signed')]);
  operator = await startTestOperator();
});
afterAll(async () => {
  await operator.close();
  await ctx.database.close();
});
beforeEach(async () => {
  await dropJobs(ctx);
  operator.answer('GET /check', { status: 200, body: {} });
  operator.answer('POST /payout', { status: 200, body: { status: 'pending' } });
  operator.answer('POST /collect', { status: 200, body: { status: 'pending' } });
  // The response of a provider that, long after the call, has no record of the reference.
  operator.answer('GET /transactions', { status: 200, body: { status: 'refused', reached: false } });
  caller = await makeCaller(ctx, 'live');
  const { merchant_id } = caller;
  const config = {
    base_url: operator.url,
    api_key: 'key-of-the-tests',
    callback_secret: 'secret-of-the-tests',
  };
  await createAccount(ctx, commandOf(merchant_id, 'live'), {
    connector: 'plain-signed',
    name: 'Main',
    config,
    unchecked: false,
  });
});

const frozen_ms = 16 * 60_000;
const moved = () => operator.asked.filter(({ method }) => method === 'POST').map(({ path }) => path);

/** Makes the context of a process that is suspended just before it makes its call, while another one continues. */
function frozenFor(ms: number, meanwhile: () => Promise<unknown>): TestContext {
  const freeze = async () => {
    ctx.clock.advance(ms);
    await meanwhile();
  };
  const open = async (...args: Parameters<TestContext['accounts']['open']>): Promise<Connector> => {
    const connector = await ctx.accounts.open(...args);
    const { collect, payout } = connector;
    return {
      ...connector,
      collect: async (...asked) => {
        await freeze();
        return collect(...asked);
      },
      ...(payout && {
        payout: async (...asked: Parameters<typeof payout>) => {
          await freeze();
          return payout(...asked);
        },
      }),
    };
  };
  return { ...ctx, accounts: { ...ctx.accounts, open } };
}

describe('a call made after the process was suspended', () => {
  it.each([
    ['16 minutes, when another process has concluded that it was never made', frozen_ms, []],
    ['5 seconds', 5_000, ['/payout']],
  ])('sends a payout only within its lease: after %s', async (_, ms, expected) => {
    await ctx.db.transaction().execute((tx) =>
      post(tx, {
        ...{ merchant_id: caller.merchant_id, mode: 'live', kind: 'collection', currency: asCurrency('XOF') },
        ...{ payment_id: 'pay_1', attempt_id: 'att_1', payout_id: null, at: ctx.clock.now() },
        lines: [
          { account: accounts.operatorClearing('cac_1'), amount_minor: 5000n },
          { account: accounts.merchantBalance, amount_minor: -5000n },
        ],
      }),
    );
    const { value } = await createPayout(ctx, caller, payoutTo('00'), null);
    const key = { merchant_id: caller.merchant_id, id: value.id };
    const before = moved().length;
    const process = frozenFor(ms, async () => {
      if (ms === frozen_ms) await inquireTransfer(ctx, payouts, key);
    });
    await sendTransfer(process, service_actor, { kind: payouts, job: payoutJob(key) });
    expect(moved().slice(before)).toEqual(expected);
    const is_paid = expected.length > 0;
    expect(await balancesOf(ctx, caller)).toEqual([
      is_paid ? 'XOF 0 available, 5000 in flight' : 'XOF 5000 available, 0 in flight',
    ]);
  });

  it.each([
    ['16 minutes, when another process has concluded that it was never made', frozen_ms, []],
    ['5 seconds', 5_000, ['/collect']],
  ])('charges a customer only within its lease: after %s', async (_, ms, expected) => {
    const checkout = await makeCheckout(ctx, caller);
    const before = moved().length;
    const process = frozenFor(ms, async () => {
      const [attempt] = await listAttempts(ctx.db, caller.merchant_id, checkout.payment_id);
      if (ms === frozen_ms && attempt) {
        await inquireAboutAttempt(ctx, { merchant_id: caller.merchant_id, attempt_id: attempt.id });
      }
    });
    await payDirectly(
      process,
      customerWith(checkout.token),
      { operator: 'mtn_ci', phone: phoneEnding('00') },
      null,
    );
    expect(moved().slice(before)).toEqual(expected);
    const [attempt] = await listAttempts(ctx.db, caller.merchant_id, checkout.payment_id);
    expect(attempt?.status).toBe(expected.length === 0 ? 'failed' : 'submitted');
  });
});
