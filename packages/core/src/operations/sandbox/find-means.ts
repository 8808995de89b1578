import { asCurrency } from '@guichet/kernel/currencies';
import { AppError } from '@guichet/kernel/errors';
import { moneyFromMajor } from '@guichet/kernel/money';
import { operators } from '@guichet/operators/catalogue';
import type { Operator } from '@guichet/operators/operator';
import type { Caller } from '../../accounts/api-keys/authenticate.ts';
import { requireMerchant } from '../../accounts/merchants/find.ts';
import { findDemoMerchant } from '../../accounts/merchants/queries.ts';
import { type CommandActor, commandFor, type MerchantCommand } from '../../platform/actor/actor.ts';
import { key_scopes } from '../../platform/actor/scopes.ts';
import type { Context } from '../../platform/context.ts';
import { isWorkerRunning } from '../../platform/health/queries.ts';
import { isAvailable, listOffers } from '../../routing/offers.ts';

/** The inputs of a test payment or payout. */
export interface Means {
  /** The merchant in test mode, as if called with one of its keys. */
  readonly caller: Caller;
  /** The actor of a command for that merchant. */
  readonly actor: MerchantCommand;
  readonly operator: Operator;
  readonly currency: string;
  /** Major unit. */
  readonly amount: number;
}

/** Currencies tried in this order after those of the merchant's own country. */
const usual_currencies: readonly string[] = ['XOF', 'XAF', 'KES', 'GHS', 'NGN', 'EUR'];
/** Amounts to try, in major units: operators and the merchant's rules have limits. */
const amounts: readonly number[] = [5_000, 500, 100, 50, 10, 1];

/**
 * Finds a merchant for test mode, and an operator that it offers there.
 *
 * @param merchant_id the demo merchant when null
 * @throws AppError `merchant_not_found`; `conflict` when no operator is offered; `unavailable` when no worker
 * is running
 */
export async function findMeans(
  ctx: Pick<Context, 'db' | 'connectors' | 'clock'>,
  command: CommandActor,
  merchant_id: string | null,
): Promise<Means> {
  const merchant =
    merchant_id === null ? await findDemoMerchant(ctx.db) : await requireMerchant(ctx, merchant_id);
  if (!merchant) {
    const message = 'There is no demo merchant here: name a merchant with --merchant.';
    throw new AppError('merchant_not_found', { message });
  }
  if (!(await isWorkerRunning(ctx.db))) {
    const message =
      'No worker is running to process payments and send webhooks. Start the service first: guichet serve';
    throw new AppError('unavailable', { message });
  }
  const owner = { merchant_id: merchant.id, mode: 'test' } as const;
  const home = operators
    .filter(({ country }) => country === merchant.country)
    .flatMap(({ currencies }) => currencies);
  for (const currency of new Set([...home, ...usual_currencies])) {
    for (const amount of amounts) {
      const read = moneyFromMajor(amount, asCurrency(currency));
      if (!('money' in read)) continue;
      const offers = await listOffers(ctx, { ...owner, money: read.money });
      const offer = offers.find(({ routes, code_first }) => isAvailable(routes) && code_first === null);
      // Without an API request there is no key, and no rate limit.
      const caller: Caller = {
        ...{ kind: 'key', ...owner, key_id: '', rate_limit_per_second: null },
        scopes: new Set(key_scopes),
      };
      if (offer)
        return { caller, actor: commandFor(command, owner), operator: offer.operator, currency, amount };
    }
  }
  const message = `Merchant ${merchant.id} offers no operator in test mode: guichet routing list shows its rules.`;
  throw new AppError('conflict', { message });
}
