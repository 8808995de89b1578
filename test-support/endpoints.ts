import type { Context } from '@guichet/core/platform';

/**
 * Disables endpoints directly in the database: one by id, or all of a merchant. Waiting deliveries stay waiting.
 */
export async function forceOff(
  { pool }: Pick<Context, 'pool'>,
  { id = null, merchant_id = null }: { readonly id?: string | null; readonly merchant_id?: string | null },
): Promise<void> {
  await pool.query(
    `update webhook_endpoints set enabled = false, disabled_reason = 'by_hand', disabled_at = now()
    where id = coalesce($1, id) and merchant_id = coalesce($2, merchant_id)`,
    [id, merchant_id],
  );
}
