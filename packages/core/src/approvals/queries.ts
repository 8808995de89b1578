import { sql } from 'kysely';
import type { Mode } from '../database/columns.ts';
import type { Connection } from '../database/connect.ts';
import type { SponsorshipTable } from '../database/tables/payout-orders.ts';

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

export async function insertSponsorship(tx: Connection, row: Omit<SponsorshipTable, 'at'>): Promise<void> {
  await tx.insertInto('sponsorships').values(row).execute();
}

/** Who let whom in within 24 hours, by the database's clock, and when that is over. */
export async function listSponsorships(
  db: Connection,
  merchant_id: string,
): Promise<{ readonly sponsor_id: string; readonly user_id: string; readonly until: Date }[]> {
  const { rows } = await sql<{ sponsor_id: string; user_id: string; until: Date }>`
    select sponsor_id, user_id, at + interval '24 hours' as until
    from sponsorships
    where merchant_id = ${merchant_id} and at > clock_timestamp() - interval '24 hours'`.execute(db);
  return rows;
}

/**
 * Who was let in as an approver, and by whom, without anybody else having confirmed them since. Who has left is among
 * them: those whom they let in are tied through them to who let them in.
 */
export async function listUnconfirmed(
  db: Connection,
  merchant_id: string,
): Promise<{ readonly user_id: string; readonly proposed_by: string; readonly is_open: boolean }[]> {
  const { rows } = await sql<{ user_id: string; proposed_by: string; is_open: boolean }>`
    select user_id, proposed_by, status <> 'replaced' as is_open
    from approval_changes as made
    where merchant_id = ${merchant_id} and kind = 'approver' and status not in ('approved', 'elapsed')
      -- What waits counts whatever the database's clock said when it was made.
      and (status = 'waiting' or not exists (
        select from approval_changes as later
        where later.merchant_id = made.merchant_id and later.kind = 'approver' and later.user_id = made.user_id
          and later.status in ('approved', 'elapsed') and later.created_at >= made.created_at
      ))`.execute(db);
  return rows;
}

/** Whether the merchant asks for a second person anywhere, in test mode too: it tries out what holds in live mode. */
export async function hasApprovalRule(db: Connection, merchant_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from payout_rules where merchant_id = ${merchant_id} and approval_above_minor is not null limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
