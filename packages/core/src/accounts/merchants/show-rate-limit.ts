import type { MerchantCommand } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { requireMerchant } from './find.ts';
import type { MerchantLimit } from './set-rate-limit.ts';

/**
 * Gets the rate limit of a merchant's keys: the merchant's own and the one in effect.
 *
 * @param setting_per_second the service's setting
 * @throws AppError `forbidden`, `merchant_not_found`
 */
export async function showMerchantLimit(
  ctx: Pick<Context, 'db'>,
  actor: MerchantCommand,
  setting_per_second: number,
): Promise<MerchantLimit & { readonly applied_per_second: number }> {
  requireScope(actor, 'installation:read');
  const { merchant_id } = actor;
  const { rate_limit_per_second } = await requireMerchant(ctx, merchant_id);
  return {
    key_per_second: rate_limit_per_second,
    applied_per_second: rate_limit_per_second ?? setting_per_second,
  };
}
