import { AppError } from '@guichet/kernel/errors';
import { majorNumber } from '@guichet/kernel/money';
import { problem } from '@guichet/kernel/problem';
import { redact } from '@guichet/operators/http/redact';
import { callInTime } from '../../operator-calls/in-time.ts';
import type { Context } from '../../platform/context.ts';
import { noAccount } from './ask-provider.ts';
import { openConfig } from './config.ts';
import { findAccountById } from './queries.ts';
import { findProvider, secretsOf } from './settings.ts';

const deadline_ms = 15_000;

/**
 * Gets an account's balance at its provider, in major units.
 *
 * @throws AppError `not_found`, `conflict` when the provider does not report balances, `unavailable` when it
 * cannot be asked
 */
export async function readAccountBalance(ctx: Pick<Context, 'db' | 'secrets' | 'accounts'>, id: string) {
  const account = await findAccountById(ctx.db, id);
  if (!account) throw noAccount();
  const provider = findProvider(ctx, account.connector);
  const connector = await ctx.accounts.open(account.merchant_id, id);
  const ask = connector.balance?.bind(connector);
  if (!ask) {
    throw new AppError('conflict', {
      reason: problem('tells_no_balance', `${provider.display_name} does not report balances.`, {
        provider: provider.display_name,
      }),
    });
  }
  const came = await callInTime(deadline_ms, ask);
  if (came.kind === 'broken') {
    const secrets = secretsOf(provider, openConfig(ctx.secrets, account));
    const problem = came.timed_out ? `no answer within ${deadline_ms / 1000} s` : String(came.error);
    throw new AppError('unavailable', {
      message: `${provider.display_name} could not be asked: ${redact(problem, secrets)}`,
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
