import type { Provider } from '@guichet/operators/provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { command, commandOf } from '../../../../../test-support/actors.ts';
import { makeTestContext, type TestContext } from '../../../../../test-support/context.ts';
import {
  makeTestProvider,
  startTestOperator,
  type TestOperator,
} from '../../../../../test-support/test-operator.ts';
import { createMerchant } from '../../accounts/merchants/create.ts';
import { createAccount } from './create.ts';
import { updateAccountSettings } from './update.ts';

const plain = makeTestProvider('signed');
/** Its settings allow several operators; its check states the one that the account has, `mtn_ci`. */
const provider: Provider = {
  ...plain,
  identity_fields: ['api_key'],
  servicesOf: (config) =>
    plain.servicesOf(config).flatMap((one) => [
      { ...one, payout: config.attempts !== 1 },
      { ...one, operator: 'wave_ci' },
    ]),
};

let ctx: TestContext;
let operator: TestOperator;
beforeAll(async () => {
  ctx = await makeTestContext([provider]);
  operator = await startTestOperator();
});
afterAll(async () => {
  await operator.close();
  await ctx.database.close();
});

it.each([
  ['the same wallet', { callback_secret: 'hush' }, ['mtn_ci']],
  ['the same wallet, with other abilities', { attempts: 1 }, ['mtn_ci', 'wave_ci']],
  ['another wallet', { api_key: 'key-of-another-wallet' }, ['mtn_ci', 'wave_ci']],
])(
  'settings of %s that are stored without a check leave the account its operators if they can be the same: %j, %j',
  async (_, set, operators) => {
    const { id: merchant_id } = await createMerchant(ctx, command, { name: 'Shop', country: 'CI' });
    operator.answer('GET /check', { status: 200, body: {} });
    const { id } = await createAccount(ctx, commandOf(merchant_id, 'live'), {
      ...{ connector: provider.id, name: 'Main', unchecked: false },
      config: { base_url: operator.url, api_key: 'key-of-the-wallet' },
    });
    operator.answer('GET /check', { status: 503, body: {} });
    const change = { id, name: undefined, set, unset: [], unchecked: true };
    const changed = await updateAccountSettings(ctx, command, change);
    expect(changed.checked_at).toBeNull();
    expect(changed.services.map((one) => one.operator)).toEqual(operators);
    const renamed = { ...change, name: 'Two', set: {}, unchecked: false };
    expect(await updateAccountSettings(ctx, command, renamed)).toMatchObject({
      ...{ name: 'Two', checked_at: null, services: changed.services },
    });
  },
);
