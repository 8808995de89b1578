import type { Context } from '../../platform/context.ts';
import { requireMerchant } from './find.ts';
import type { MerchantLimit } from './set-rate-limit.ts';

/**
 * Gets the rate limit of a merchant's keys, its own and the one in effect.
 *
 * @param setting_per_second the service's setting
 * @throws AppError `merchant_not_found`
 */
export async function showMerchantLimit(
  ctx: Pick<Context, 'db'>,
  merchant_id: string,
  setting_per_second: number,
): Promise<MerchantLimit & { readonly applied_per_second: number }> {
  const { rate_limit_per_second } = await requireMerchant(ctx, merchant_id);
  return {
    key_per_second: rate_limit_per_second,
    applied_per_second: rate_limit_per_second ?? setting_per_second,
  };
}
