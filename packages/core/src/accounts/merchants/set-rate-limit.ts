import { AppError } from '@guichet/kernel/errors';
import { makeCheck } from '@guichet/kernel/validation';
import Type from 'typebox';
import type { MerchantCommand } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { per_second_max } from '../../platform/rate-limits/limit.ts';
import { updateMerchant } from './queries.ts';

const LimitInput = Type.Object(
  {
    /** 0 means no limit. */
    key_per_second: Type.Integer({ minimum: 0, maximum: per_second_max }),
  },
  { additionalProperties: false },
);
const check = makeCheck(LimitInput);

/** A merchant's own rate limit. */
export interface MerchantLimit {
  /** Requests a second for each of its keys; 0 for no limit, null for the service's setting. */
  readonly key_per_second: number | null;
}

/**
 * Sets the requests per second for each of a merchant's keys, in place of the service's setting. It applies within
 * a second.
 *
 * @throws AppError `forbidden`, `merchant_not_found`, `invalid_fields`
 */
export async function setMerchantLimit(
  ctx: Pick<Context, 'db'>,
  actor: MerchantCommand,
  input: unknown,
): Promise<MerchantLimit> {
  requireScope(actor, 'installation:write');
  return keep(ctx, actor.merchant_id, check(input).key_per_second);
}

/**
 * Resets a merchant's limit to the service's setting. Applies within a second.
 *
 * @throws AppError `forbidden`, `merchant_not_found`
 */
export async function resetMerchantLimit(
  ctx: Pick<Context, 'db'>,
  actor: MerchantCommand,
): Promise<MerchantLimit> {
  requireScope(actor, 'installation:write');
  return keep(ctx, actor.merchant_id, null);
}

async function keep(
  ctx: Pick<Context, 'db'>,
  merchant_id: string,
  rate_limit_per_second: number | null,
): Promise<MerchantLimit> {
  const merchant = await updateMerchant(ctx.db, merchant_id, { rate_limit_per_second });
  if (!merchant) throw new AppError('merchant_not_found');
  return { key_per_second: merchant.rate_limit_per_second };
}
