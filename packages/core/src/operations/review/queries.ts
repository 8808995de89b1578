import { type Insertable, type Selectable, sql } from 'kysely';
import type { Connection } from '../../platform/database/connect.ts';
import type { HeldDecisionTable, ResolutionTable } from '../../platform/database/tables/resolutions.ts';

export type Resolution = Selectable<ResolutionTable>;

export async function insertResolution(
  tx: Connection,
  resolution: Insertable<ResolutionTable>,
): Promise<Resolution> {
  return tx.insertInto('resolutions').values(resolution).returningAll().executeTakeFirstOrThrow();
}

/** Lists the resolutions of a payment's attempts and refunds, or of a payout, oldest first. */
export function listResolutions(
  db: Connection,
  merchant_id: string,
  { of, id }: { readonly of: 'payment_id' | 'payout_id'; readonly id: string },
): Promise<Resolution[]> {
  return db
    .selectFrom('resolutions')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where(of, '=', id)
    .orderBy('position')
    .execute();
}

export type HeldDecision = Selectable<HeldDecisionTable>;

/**
 * Locks the making of decisions about money in these books until the transaction ends, so that they are made one
 * after the other.
 */
export async function lockDecisions(
  tx: Connection,
  { merchant_id, mode }: Pick<HeldDecision, 'merchant_id' | 'mode'>,
): Promise<void> {
  const key = `held decisions ${merchant_id} ${mode}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
}

/**
 * Sums the money decided on in the last 24 hours without a second person, in minor units. Uses the database's
 * clock; decisions dated in the future count too.
 */
export async function sumLoneDecisions(
  tx: Connection,
  { merchant_id, mode, currency }: Pick<HeldDecision, 'merchant_id' | 'mode' | 'currency'>,
): Promise<bigint> {
  const { rows } = await sql<{ amount_minor: bigint }>`
    select coalesce(sum(amount_minor), 0)::bigint as amount_minor
    from held_decisions
    where merchant_id = ${merchant_id} and mode = ${mode} and currency = ${currency} and approval = 'not_needed'
      and placed_at > clock_timestamp() - interval '24 hours'`.execute(tx);
  return rows[0]?.amount_minor ?? 0n;
}

export async function insertDecision(tx: Connection, row: Insertable<HeldDecisionTable>): Promise<void> {
  await tx.insertInto('held_decisions').values(row).execute();
}

export function findDecision(
  db: Connection,
  { merchant_id, mode, id }: Pick<HeldDecision, 'merchant_id' | 'mode' | 'id'>,
): Promise<HeldDecision | undefined> {
  return db
    .selectFrom('held_decisions')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('mode', '=', mode)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Lists the decisions about a payment's money that await a second person, one for each attempt. */
export function listWaitingDecisions(
  db: Connection,
  merchant_id: string,
  payment_id: string,
): Promise<HeldDecision[]> {
  return db
    .selectFrom('held_decisions')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('payment_id', '=', payment_id)
    .where('approval', '=', 'waiting')
    .execute();
}

/** Ends a pending decision. The caller has locked its payment. */
export async function endDecision(
  tx: Connection,
  { merchant_id, id }: Pick<HeldDecision, 'merchant_id' | 'id'>,
  facts: Pick<HeldDecision, 'approval'> &
    Partial<Pick<HeldDecision, 'decided_by' | 'decided_by_name' | 'decided_at'>>,
): Promise<void> {
  await tx
    .updateTable('held_decisions')
    .set(facts)
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('approval', '=', 'waiting')
    .execute();
}
