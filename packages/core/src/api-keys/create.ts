import { makeId } from '@guichet/kernel/ids';
import type { Context } from '../context.ts';
import type { Mode } from '../database/columns.ts';
import { requireMerchant } from '../merchants/find.ts';
import { hashKey, makeKey } from './format.ts';
import { insertKey } from './queries.ts';

/**
 * Makes an API key. The text is in the answer only: we keep its hash and last four characters.
 *
 * @param input.name what staff call it
 * @throws AppError `merchant_not_found`
 */
export async function createKey(
  ctx: Pick<Context, 'db' | 'clock'>,
  input: { readonly merchant_id: string; readonly mode: Mode; readonly name?: string },
): Promise<{ id: string; key: string }> {
  await requireMerchant(ctx, input.merchant_id);
  const id = makeId('api_key');
  const key = makeKey(input.mode);
  await insertKey(ctx.db, {
    merchant_id: input.merchant_id,
    id,
    mode: input.mode,
    hash: hashKey(key),
    last_four: key.slice(-4),
    name: input.name ?? null,
    created_at: ctx.clock.now(),
    revoked_at: null,
  });
  return { id, key };
}
