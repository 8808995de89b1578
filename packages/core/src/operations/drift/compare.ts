import type { WalletBalance } from '@guichet/operators/contract';
import type { Context } from '../../platform/context.ts';
import { askBalance } from '../../routing/connector-accounts/balance.ts';
import { requireAccount } from '../../routing/connector-accounts/queries.ts';
import { driftOf } from './drift-of.ts';
import {
  type AccountKey,
  type Drift,
  type Held,
  listCompared,
  saveComparison,
  saveDrift,
  sumHeld,
} from './queries.ts';

/**
 * Providers update their balances within seconds of a transaction. During this time, a booking may or may not be in
 * the reported balance.
 */
const settling_ms = 2 * 60_000;

/** The outcome of a comparison: drifts by currency, or why the provider did not report its balance. */
export type Comparison = AccountKey & {
  readonly problem: string | null;
  readonly drifts: readonly Drift[];
  /** Currencies that were compared before, in which the books hold money, and that are no longer reported. */
  readonly missing: readonly string[];
};

/**
 * Compares an account's clearing account with the balance that its provider reports, currency by currency, and
 * stores the result. A drift that appears or grows is logged as a warning.
 *
 * The books are read after the provider has responded. Every request that has changed the reported balance was
 * committed here before it was sent, so it is booked or open by then.
 */
export async function compareAccount(
  ctx: Pick<Context, 'db' | 'clock' | 'log' | 'secrets' | 'accounts'>,
  key: AccountKey,
): Promise<Comparison> {
  const account = await requireAccount(ctx.db, key.merchant_id, key.account_id);
  const came = await askBalance(ctx, account);
  const compared_at = ctx.clock.now();
  const problem = came.kind === 'broken' ? came.problem : null;
  await saveComparison(ctx.db, { ...key, asked_at: compared_at, problem });
  if (came.kind !== 'done') return { ...key, problem, drifts: [], missing: [] };
  const held = await sumHeld(ctx.db, key, {
    lately: new Date(compared_at.getTime() - settling_ms),
  });
  const reported = sumWallets(came.value);
  const gone = (await listCompared(ctx.db, key)).filter((currency) => !reported.has(currency));
  // A currency that is no longer reported is taken as empty only if the books hold nothing in it either.
  const missing = gone.filter((currency) => held.some((one) => one.currency === currency && isInUse(one)));
  const empty = gone
    .filter((currency) => !missing.includes(currency))
    .map((currency) => [currency, 0n] as const);
  const drifts: Drift[] = [];
  for (const [currency, reported_minor] of [...reported, ...empty]) {
    const { booked_minor, coming_minor, going_minor } =
      held.find((one) => one.currency === currency) ?? nothing;
    const drift_minor = driftOf({ booked_minor, coming_minor, going_minor, reported_minor });
    const stored = await saveDrift(ctx.db, {
      ...{
        ...key,
        currency,
        booked_minor,
        coming_minor,
        going_minor,
        reported_minor,
        drift_minor,
        compared_at,
      },
    });
    if (!stored) continue;
    drifts.push(stored);
    if (stored.grown_at?.getTime() === compared_at.getTime()) {
      const { merchant_id, account_id } = key;
      ctx.log.warn(
        { merchant_id, account_id, currency, drift_minor: String(drift_minor) },
        'the books differ from what the provider reports',
      );
    }
  }
  return { ...key, problem, drifts, missing };
}

function isInUse({ booked_minor, coming_minor, going_minor }: Held): boolean {
  return booked_minor !== 0n || coming_minor !== 0n || going_minor !== 0n;
}

const nothing = { booked_minor: 0n, coming_minor: 0n, going_minor: 0n };

/** Sums the wallets of an account by currency. */
function sumWallets(wallets: readonly WalletBalance[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { money } of wallets) {
    sums.set(money.currency, (sums.get(money.currency) ?? 0n) + money.amount_minor);
  }
  return sums;
}
