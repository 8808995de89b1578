import { requireMerchant } from '../../accounts/merchants/find.ts';
import type { Context } from '../../platform/context.ts';
import { noAccount } from './ask-provider.ts';
import { type ListedAccount, type PresentedAccount, presentAccount, presentListed } from './present.ts';
import { findAccountById, listAccounts } from './queries.ts';

/** Gets an account. @throws AppError `not_found` */
export async function showAccount(
  ctx: Pick<Context, 'db' | 'secrets' | 'accounts' | 'public_url'>,
  id: string,
): Promise<PresentedAccount> {
  const account = await findAccountById(ctx.db, id);
  if (!account) throw noAccount();
  return presentAccount(ctx, account);
}

/**
 * Lists accounts oldest first, the order of preference without a rule. @throws AppError `merchant_not_found`
 */
export async function listMerchantAccounts(
  ctx: Pick<Context, 'db'>,
  merchant_id: string,
): Promise<readonly ListedAccount[]> {
  await requireMerchant(ctx, merchant_id);
  return (await listAccounts(ctx.db, merchant_id)).map(presentListed);
}
