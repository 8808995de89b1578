import { sql } from 'kysely';
import type { Mode } from '../database/columns.ts';
import type { Connection } from '../database/connect.ts';

/**
 * What went out within 24 hours on one person's word: neither failed nor held for a second person, whoever made it, by
 * key or in the dashboard. By the database's clock; what it has dated later than now counts too.
 *
 * @returns a sum for each of the recipients who were paid, and one for all others, whose phone is null
 */
export async function sumLonePayouts(
  tx: Connection,
  { merchant_id, mode, currency }: { merchant_id: string; mode: Mode; currency: string },
  recipient_phones: readonly string[],
): Promise<{ readonly recipient_phone: string | null; readonly amount_minor: bigint }[]> {
  const { rows } = await sql<{ recipient_phone: string | null; amount_minor: bigint }>`
    select case when recipient_phone = any (${[...recipient_phones]}::text[]) then recipient_phone end as recipient_phone,
      sum(amount_minor)::bigint as amount_minor
    from payouts
    where merchant_id = ${merchant_id} and mode = ${mode} and currency = ${currency}
      and placed_at > clock_timestamp() - interval '24 hours' and not needs_approval and status <> 'failed'
    group by 1`.execute(tx);
  return rows;
}
