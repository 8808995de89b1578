import { AppError } from '@guichet/kernel/errors';
import type { Context } from '../../platform/context.ts';
import { findMerchant, type Merchant } from './queries.ts';

/** Finds a merchant. @throws AppError `merchant_not_found` */
export async function requireMerchant(ctx: Pick<Context, 'db'>, id: string): Promise<Merchant> {
  const merchant = await findMerchant(ctx.db, id);
  if (!merchant) throw new AppError('merchant_not_found');
  return merchant;
}
