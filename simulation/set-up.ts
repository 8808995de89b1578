import { createMerchant } from '@guichet/core/accounts';
import { createAccount, setRule } from '@guichet/core/routing';
import { callbackUrl } from '@guichet/core/testing';
import { command, commandOf, keyHolder } from '../test-support/actors.ts';
import type { HistoryPlan } from './plan.ts';
import type { Scene } from './scene.ts';
import type { Service } from './service.ts';
import type { Stage } from './stage.ts';

/** A fee for customers, so that the ledger has fees to get wrong. */
const fee_percent = '2.5';

/** Creates a merchant in live mode with an account at each provider of the plan, before any faults. */
export async function setUp({ ctx }: Service, plan: HistoryPlan, scene: Scene): Promise<Stage> {
  const { sides } = scene;
  const { id: merchant_id } = await createMerchant(ctx, command, { name: 'Shop', country: 'CI' });
  const account_ids: string[] = [];
  for (const [index, { simulated, payers }] of plan.providers.entries()) {
    const side = sides[index];
    if (!side) throw new Error(`provider ${index} of the plan is on no side`);
    const account = await createAccount(ctx, commandOf(merchant_id, 'live'), {
      connector: simulated.provider.id,
      name: `Account ${index}`,
      config: simulated.config(side.origin),
      unchecked: false,
    });
    account_ids.push(account.id);
    // Some providers keep the callback URL in a dashboard.
    side.world.dashboard.callback_url = callbackUrl(ctx.public_url, account);
    for (const [phone, payer] of payers.entries()) {
      side.world.plans.set(simulated.phoneOf(phone).told, payer);
    }
  }
  for (const operator of new Set(plan.providers.map(({ simulated }) => simulated.operator))) {
    await setRule(ctx, commandOf(merchant_id, 'live'), { operator, fee_percent, enabled: true });
  }
  const caller = keyHolder(merchant_id, 'live');
  return { ...scene, plan, caller, account_ids, checkouts: new Map() };
}
