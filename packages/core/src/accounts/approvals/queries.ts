import { sql } from 'kysely';
import type { Mode } from '../../platform/database/columns.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { SponsorshipTable } from '../../platform/database/tables/payout-orders.ts';
import type { ApprovalRule } from './limits.ts';
import type { Tie } from './ties.ts';

/** The totals paid out without a second person in the last 24 hours, in minor units. */
export interface UnapprovedSums {
  readonly day_minor: bigint;
  /** The total for each of the requested recipients, by phone number. */
  readonly recipients: ReadonlyMap<string, bigint>;
}

/**
 * Sums the amounts paid out in the last 24 hours without a second person, by key or in the dashboard, excluding
 * failed payouts and those awaiting approval. The database's clock decides; payouts dated in the future also count.
 * The daily total is read from sums over five minutes each, which triggers maintain; only its first, partial five
 * minutes are summed from the payouts themselves. It therefore takes no longer after fifty thousand payouts than
 * after ten.
 */
export async function sumUnapprovedPayouts(
  tx: Connection,
  { merchant_id, mode, currency }: { merchant_id: string; mode: Mode; currency: string },
  recipient_phones: readonly string[],
): Promise<UnapprovedSums> {
  const own = sql`merchant_id = ${merchant_id} and mode = ${mode} and currency = ${currency}`;
  // The range needs an end: for a range with only an unknown start, the planner expects a third of all rows.
  const lately = (time: string, since: string) =>
    sql`${sql.ref(time)} > (select ${sql.raw(since)} from since) and ${sql.ref(time)} <= 'infinity'`;
  const lone = sql`${own} and not needs_approval and status <> 'failed' and ${lately('placed_at', 'at')}`;
  const { rows } = await sql<{ recipient_phone: string | null; amount_minor: bigint }>`
    -- Evaluated once: an index cannot be used for a value computed for each row, such as the clock.
    with since as materialized (select clock_timestamp() - interval '24 hours' as at)
    select null as recipient_phone, (
      (select coalesce(sum(amount_minor), 0) from lone_payout_sums
        where ${own} and ${lately('slot', 'lone_slot(at)')})
      + (select coalesce(sum(amount_minor), 0) from payouts
        where ${lone} and placed_at < (select lone_slot(at) + interval '5 minutes' from since))
    )::bigint as amount_minor
    union all
    select recipient_phone, sum(amount_minor)::bigint
    from payouts
    where ${lone} and recipient_phone = any (${[...recipient_phones]}::text[])
    group by 1`.execute(tx);
  return {
    day_minor: rows.find(({ recipient_phone }) => recipient_phone === null)?.amount_minor ?? 0n,
    recipients: new Map(
      rows.flatMap(({ recipient_phone, amount_minor }) =>
        recipient_phone === null ? [] : [[recipient_phone, amount_minor] as const],
      ),
    ),
  };
}

export async function insertSponsorship(tx: Connection, row: Omit<SponsorshipTable, 'at'>): Promise<void> {
  await tx.insertInto('sponsorships').values(row).execute();
}

/**
 * Lists the ties from the last 24 hours, by the database's clock: each between a person and somebody who has
 * invited or promoted them, or given them new credentials.
 */
export async function listSponsorships(db: Connection, merchant_id: string): Promise<Tie[]> {
  const { rows } = await sql<Tie>`
    select sponsor_id, user_id, at + interval '24 hours' as until
    from sponsorships
    where merchant_id = ${merchant_id} and at > clock_timestamp() - interval '24 hours'`.execute(db);
  return rows;
}

/** An approver whom nobody other than their inviter, `proposed_by`, has confirmed. */
export interface Unconfirmed {
  readonly user_id: string;
  readonly proposed_by: string;
  /** True while the approver awaits confirmation or is refused; false once the change was replaced. */
  readonly is_open: boolean;
}

/** Two ids of one person: somebody left, and joined again later with the same e-mail address. */
export interface Return {
  readonly former_id: string;
  readonly user_id: string;
}

/**
 * Lists the approvers whom nobody other than their inviter has confirmed, each with the inviter; also those who have
 * left or lost the role, because what they requested may still await approval.
 */
export async function listUnconfirmed(db: Connection, merchant_id: string): Promise<Unconfirmed[]> {
  const { rows } = await sql<Unconfirmed>`
    select user_id, proposed_by, status <> 'replaced' as is_open
    from approval_changes as made
    where merchant_id = ${merchant_id} and kind = 'approver' and status not in ('approved', 'elapsed')
      -- Pending ones count whatever the database's clock said when they were created.
      and (status = 'waiting' or not exists (
        select from approval_changes as later
        where later.merchant_id = made.merchant_id and later.kind = 'approver' and later.user_id = made.user_id
          and later.status in ('approved', 'elapsed') and later.created_at >= made.created_at
      ))`.execute(db);
  return rows;
}

/**
 * Lists people who have left, each with a member who joined later and has had one of their e-mail addresses.
 */
export async function listReturns(db: Connection, merchant_id: string): Promise<Return[]> {
  const { rows } = await sql<Return>`
    select distinct former.user_id as former_id, present.user_id
    from staff_addresses as former
    join staff_addresses as present
      on present.merchant_id = former.merchant_id and present.address_digest = former.address_digest
    join members on members.merchant_id = present.merchant_id and members.user_id = present.user_id
    where former.merchant_id = ${merchant_id} and members.created_at >= former.left_at`.execute(db);
  return rows;
}

/**
 * Whether the merchant has a payout rule in either mode: a rule in test mode counts as well, because it serves to
 * rehearse the one in live mode.
 */
export async function hasApprovalRule(db: Connection, merchant_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from payout_rules where merchant_id = ${merchant_id} and approval_above_minor is not null limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Updates the limits of an existing rule; its other columns remain unchanged. */
export async function putApprovalLimits(
  tx: Connection,
  rule: ApprovalRule & Readonly<Record<'merchant_id', string> & Record<'mode' | 'currency', string | null>>,
): Promise<void> {
  const { approval_above_minor, approval_day_above_minor, approval_recipient_above_minor } = rule;
  await tx
    .updateTable('payout_rules')
    .set({
      ...{ approval_above_minor, approval_day_above_minor, approval_recipient_above_minor },
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('merchant_id', '=', rule.merchant_id)
    .where('mode', '=', sql<Mode>`${rule.mode}`)
    .where('currency', '=', sql<string>`${rule.currency}`)
    .execute();
}
