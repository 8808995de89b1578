import { requireMerchant } from '../../accounts/merchants/find.ts';
import type { MerchantActor, OwnerActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { type ListedAccount, type PresentedAccount, presentAccount, presentListed } from './present.ts';
import { listAccounts } from './queries.ts';
import { requireAccount } from './require-account.ts';

/** Gets an account. @throws AppError `forbidden`, `not_found` */
export async function showAccount(
  ctx: Pick<Context, 'db' | 'secrets' | 'accounts' | 'public_url'>,
  actor: OwnerActor,
  id: string,
): Promise<PresentedAccount> {
  requireScope(actor, 'settings:read');
  const account = await requireAccount(ctx, actor, id);
  return presentAccount(ctx, account);
}

/**
 * Lists accounts oldest first, which is the order of preference if there is no rule. @throws AppError `forbidden`,
 * `merchant_not_found`
 */
export async function listMerchantAccounts(
  ctx: Pick<Context, 'db'>,
  actor: MerchantActor,
): Promise<readonly ListedAccount[]> {
  requireScope(actor, 'settings:read');
  const { merchant_id } = actor;
  await requireMerchant(ctx, merchant_id);
  return (await listAccounts(ctx.db, merchant_id)).map(presentListed);
}
