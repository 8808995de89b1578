import { AppError } from '@guichet/kernel/errors';
import { majorNumber } from '@guichet/kernel/money';
import { problem } from '@guichet/kernel/problem';
import type { WalletBalance } from '@guichet/operators/contract';
import { redact } from '@guichet/operators/http/redact';
import { callInTime } from '../../operator-calls/in-time.ts';
import type { OwnerActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { openConfig } from './config.ts';
import type { Account } from './queries.ts';
import { requireAccount } from './require-account.ts';
import { findProvider, secretsOf } from './settings.ts';

const deadline_ms = 15_000;

/** The provider's response about an account's balance. */
export type AskedBalance =
  | { readonly kind: 'done'; readonly value: readonly WalletBalance[] }
  /** The provider does not report balances. */
  | { readonly kind: 'never' }
  /** The provider could not report the balance. `problem` contains no secret. */
  | { readonly kind: 'broken'; readonly problem: string };

/**
 * Asks an account's provider for its balance, for at most 15 seconds. Does not throw when the provider fails, or when
 * the account's settings cannot be read.
 */
export async function askBalance(
  ctx: Pick<Context, 'secrets' | 'accounts'>,
  account: Account,
): Promise<AskedBalance> {
  const came = await callInTime(deadline_ms, async (signal) => {
    const connector = await ctx.accounts.open(account.merchant_id, account.id);
    return connector.balance ? connector.balance(signal) : null;
  });
  if (came.kind === 'done') return came.value === null ? { kind: 'never' } : { ...came, value: came.value };
  if (came.timed_out) return { kind: 'broken', problem: `no response within ${deadline_ms / 1000} s` };
  return { kind: 'broken', problem: describeError(ctx, account, came.error) };
}

/** Describes an error without the account's secrets. If its settings cannot be read, that is the error. */
function describeError(ctx: Pick<Context, 'secrets' | 'accounts'>, account: Account, error: unknown): string {
  try {
    const provider = findProvider(ctx, account.connector);
    return redact(String(error), secretsOf(provider, openConfig(ctx.secrets, account)));
  } catch (unreadable) {
    return `its settings cannot be read: ${String(unreadable)}`;
  }
}

/**
 * Gets an account's balance at its provider, in major units.
 *
 * @throws AppError `forbidden`, `not_found`, `conflict` when the provider does not report balances,
 * `unavailable` when it cannot report it now
 */
export async function readAccountBalance(
  ctx: Pick<Context, 'db' | 'secrets' | 'accounts'>,
  actor: OwnerActor,
  id: string,
) {
  requireScope(actor, 'settings:read');
  const account = await requireAccount(ctx, actor, id);
  const { display_name: provider } = findProvider(ctx, account.connector);
  const came = await askBalance(ctx, account);
  if (came.kind === 'never') {
    throw new AppError('conflict', {
      reason: problem('tells_no_balance', `${provider} does not report balances.`, { provider }),
    });
  }
  if (came.kind === 'broken') {
    throw new AppError('unavailable', {
      message: `${provider} could not report its balance: ${came.problem}`,
    });
  }
  return {
    id,
    balances: came.value.map(({ wallet, money }) => ({
      wallet,
      currency: money.currency,
      amount: majorNumber(money),
    })),
  };
}
