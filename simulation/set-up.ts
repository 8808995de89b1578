import { createKey, createMerchant, updateMoneyChoices } from '@guichet/core/accounts';
import type { Context, StaffActor } from '@guichet/core/platform';
import { createAccount, setRule } from '@guichet/core/routing';
import { callbackUrl } from '@guichet/core/testing';
import { setPayoutRule } from '@guichet/core/transfers';
import { command, commandOf, keyHolder } from '../test-support/actors.ts';
import { makeMember } from '../test-support/payout-staff.ts';
import type { HistoryPlan } from './plan.ts';
import type { Scene } from './scene.ts';
import { openShop } from './shop-persons.ts';
import type { Stage } from './stage.ts';

/** The fee that customers pay, so that mistakes in fees can be found in the ledger. */
const fee_percent = '2.5';
/** Payouts above this amount, in the major unit, need approval: about half of them. */
export const approval_above = 400n;

/** Creates a merchant in live mode with an account at each provider of the plan, before any faults. */
export async function setUp(ctx: Context, plan: HistoryPlan, scene: Scene): Promise<Stage> {
  const { sides } = scene;
  const { id: merchant_id } = await createMerchant(ctx, command, { name: 'Shop', country: 'CI' });
  const account_ids: string[] = [];
  for (const [index, { simulated, payers }] of plan.providers.entries()) {
    const side = sides[index];
    if (!side) throw new Error(`provider ${index} of the plan has no side`);
    const account = await createAccount(ctx, commandOf(merchant_id, 'live'), {
      connector: simulated.provider.id,
      name: `Account ${index}`,
      config: simulated.config(side.origin),
      unchecked: false,
    });
    account_ids.push(account.id);
    // Some providers take the callback URL from a setting in their dashboard.
    side.world.dashboard.callback_url = callbackUrl(ctx.public_url, account);
    for (const [phone, payer] of payers.entries()) {
      side.world.plans.set(simulated.phoneOf(phone).told, payer);
    }
  }
  for (const operator of new Set(plan.providers.map(({ simulated }) => simulated.operator))) {
    await setRule(ctx, commandOf(merchant_id, 'live'), { operator, fee_percent, enabled: true });
  }
  const { id: key_id, key } = await createKey(ctx, commandOf(merchant_id, 'live'), {});
  const caller = { ...keyHolder(merchant_id, 'live'), key_id };
  const persons = await makePersons(ctx, merchant_id);
  for (const shop of scene.shops) await openShop(ctx, persons[0], shop);
  await updateMoneyChoices(ctx, persons[0], plan.choices);
  const currency = plan.providers[0]?.simulated.currency ?? 'XOF';
  await setPayoutRule(ctx, persons[0], {
    currency,
    body: {
      approval_above: Number(approval_above),
      low_balance: null,
    },
  });
  return {
    ...scene,
    plan,
    caller,
    persons,
    account_ids,
    checkouts: new Map(),
    acknowledged: [],
    taken_back: new Set(),
    keys: [{ id: key_id, key, revoked_at: null }],
    periods: new Map(),
    lost: [],
  };
}

/** Makes two people. Payouts above a certain amount that one of them creates await the other's approval. */
async function makePersons(ctx: Context, merchant_id: string): Promise<[StaffActor, StaffActor]> {
  const owner = await makeMember(ctx, merchant_id, 'owner', 'Awa');
  const finance = await makeMember(ctx, merchant_id, 'finance', 'Koffi');
  return [
    { ...owner, mode: 'live' },
    { ...finance, mode: 'live' },
  ];
}
