import { airtelMoney } from '@guichet/operators/airtel-money/index';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandOf } from '../../../../../test-support/actors.ts';
import { commitAttempt, keyOf } from '../../../../../test-support/attempts.ts';
import { makeCaller, makeCheckout } from '../../../../../test-support/checkouts.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import { advance } from '../../../../../test-support/jobs.ts';
import { receiveFromTeller } from '../../../../../test-support/teller.ts';
import { startTestOperator, type TestOperator } from '../../../../../test-support/test-operator.ts';
import { applyOutcome } from '../../payments/attempt/apply-outcome.ts';
import { findAttempt } from '../../payments/attempt/queries.ts';
import { createAccount } from '../../routing/connector-accounts/create.ts';

let ctx: TestContext;
let airtel: TestOperator;
beforeAll(async () => {
  ctx = await makeTestContext([airtelMoney]);
  airtel = await startTestOperator();
});
afterAll(async () => {
  await airtel.close();
  await ctx.database.close();
});

it('a callback of Airtel that reports the success of a failed payment triggers an inquiry', async () => {
  const caller = await makeCaller(ctx, 'live');
  const account = await createAccount(ctx, commandOf(caller.merchant_id, 'live'), {
    connector: airtelMoney.id,
    name: 'Main',
    config: { base_url: airtel.url, country: 'UG', client_id: 'id', client_secret: 'secret' },
    unchecked: true,
  });
  const attempt = await commitAttempt(ctx, await makeCheckout(ctx, caller), { account });
  const failed = { kind: 'failed', reason: 'payer_timeout', operator_code: 'TE' } as const;
  await applyOutcome(
    ctx,
    keyOf(attempt),
    { outcome: failed, provider_reference: null, raw: null },
    'inquiry',
  );
  const statusOf = async () => (await findAttempt(ctx.db, attempt.merchant_id, attempt.id))?.status;
  expect(await statusOf()).toBe('failed');
  ctx.clock.advance(60_000);

  const id = attempt.reference.replaceAll('-', '');
  airtel.answer('POST /auth', { status: 200, body: { access_token: 'token', expires_in: '180' } });
  const transaction = { id, status: 'TS', airtel_money_id: 'MP26EX0001' };
  airtel.answer('GET /standard', {
    status: 200,
    body: { data: { transaction }, status: { response_code: 'DP00800001001', success: true } },
  });
  const asked = () => airtel.asked.filter(({ path }) => path.includes(id)).length;
  const tell = async (status_code: string) => {
    await receiveFromTeller(ctx, account, { transaction: { id, message: 'x', status_code } });
    await advance(ctx, 2_000);
  };
  await tell('TF');
  expect([asked(), await statusOf()]).toEqual([0, 'failed']);
  await tell('TS');
  expect([asked(), await statusOf()]).toEqual([1, 'success']);
});
