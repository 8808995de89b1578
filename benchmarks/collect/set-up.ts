import { createKey, createMerchant } from '@guichet/core/accounts';
import type { Context } from '@guichet/core/platform';
import { createAccount, setRule } from '@guichet/core/routing';
import { command, commandOf } from '../../test-support/actors.ts';
import type { StartedSimulator } from './start-simulator.ts';

/** Creates a merchant that collects in live mode through one account with MTN's simulator. @returns the API key */
export async function setUpMerchant(ctx: Context, simulator: StartedSimulator): Promise<string> {
  const { id: merchant_id } = await createMerchant(ctx, command, { name: 'Benchmark', country: 'CI' });
  await createAccount(ctx, commandOf(merchant_id, 'live'), {
    connector: 'mtn-momo',
    name: 'Benchmark',
    config: simulator.account,
    unchecked: false,
  });
  await setRule(ctx, commandOf(merchant_id, 'live'), { operator: 'mtn_ci', fee_percent: '2', enabled: true });
  const { key } = await createKey(ctx, commandOf(merchant_id, 'live'), {});
  return key;
}
