import type { OwnerActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { askProvider } from './ask-provider.ts';
import { openConfig } from './config.ts';
import { requireAccount } from './require-account.ts';
import { findProvider } from './settings.ts';
import { writeAccount } from './update.ts';

/**
 * Asks the provider whether an account's credentials are valid, and updates the services that the account
 * offers.
 *
 * @returns the provider's verdict, and the exchange with it, redacted
 * @throws AppError `forbidden`, `not_found`, `conflict` when the account was changed meanwhile
 */
export async function checkAccount(
  ctx: Pick<Context, 'db' | 'clock' | 'secrets' | 'accounts'>,
  actor: OwnerActor,
  id: string,
) {
  requireScope(actor, 'settings:write');
  const account = await requireAccount(ctx, actor, id);
  const provider = findProvider(ctx, account.connector);
  const config = openConfig(ctx.secrets, account);
  const closed = ctx.accounts.addressProblem(provider, config);
  if (closed) {
    const problem = `its address ${closed.sentence}`;
    return { id, check: 'unknown', problem, services: account.services, exchanges: [] } as const;
  }
  const { check, exchanges } = await askProvider(provider, ctx.accounts.tryOut(account, config), config);
  if (check.kind === 'good') {
    const services = check.services ?? provider.servicesOf(config);
    await writeAccount(ctx, account, {
      services: JSON.stringify(services),
      checked_at: ctx.clock.now(),
    });
    return { id, check: check.kind, problem: null, services, exchanges };
  }
  return { id, check: check.kind, problem: check.problem, services: account.services, exchanges };
}
