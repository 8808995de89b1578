import { createKey, createMerchant } from '@guichet/core/accounts';
import type { Context } from '@guichet/core/platform';
import { createAccount, setRule } from '@guichet/core/routing';
import type { StartedSimulator } from './start-simulator.ts';

/** A merchant in live mode who takes money through one account at MTN's simulator. @returns the API key */
export async function setUpMerchant(ctx: Context, simulator: StartedSimulator): Promise<string> {
  const { id: merchant_id } = await createMerchant(ctx, { name: 'Benchmark', country: 'CI' });
  await createAccount(ctx, {
    merchant_id,
    connector: 'mtn-momo',
    name: 'Benchmark',
    config: simulator.account,
    unchecked: false,
  });
  await setRule(ctx, merchant_id, { mode: 'live', operator: 'mtn_ci', fee_percent: '2', enabled: true });
  const { key } = await createKey(ctx, { merchant_id, mode: 'live' });
  return key;
}
