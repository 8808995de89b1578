import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Mode } from '../../../platform/database/columns.ts';
import type { Connection } from '../../../platform/database/connect.ts';
import type { ApprovalChangeTable, ChangeStatus } from '../../../platform/database/tables/payout-orders.ts';

export type ApprovalChange = Selectable<ApprovalChangeTable>;
type ChangeKey = Pick<ApprovalChange, 'merchant_id' | 'id'>;

/** The subject of a pending change: a rule of one mode and currency, or a person. */
export type ChangeSubject = Pick<ApprovalChange, 'mode' | 'currency'> | { readonly user_id: string };

export function insertChange(
  tx: Connection,
  change: Omit<Insertable<ApprovalChangeTable>, 'alone_since'>,
  { is_alone }: { readonly is_alone: boolean },
): Promise<ApprovalChange> {
  const alone_since = is_alone ? sql<Date>`clock_timestamp()` : null;
  return tx
    .insertInto('approval_changes')
    .values({ ...change, alone_since })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Locks the change until the transaction ends. */
export function lockChange(
  tx: Connection,
  { merchant_id, id }: ChangeKey,
): Promise<ApprovalChange | undefined> {
  return tx
    .selectFrom('approval_changes')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Finds and locks the pending change of the same subject until the transaction ends. */
export function lockWaiting(
  tx: Connection,
  merchant_id: string,
  about: ChangeSubject,
): Promise<ApprovalChange | undefined> {
  const waiting = tx
    .selectFrom('approval_changes')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('status', '=', 'waiting');
  const found =
    'user_id' in about
      ? waiting.where('kind', '=', 'approver').where('user_id', '=', about.user_id)
      : waiting
          .where('kind', '=', 'rule')
          .where('mode', '=', about.mode)
          .where('currency', '=', about.currency);
  return found.forUpdate().executeTakeFirst();
}

/** Whether the last change that was to make a person an approver was refused. */
export async function wasRefused(
  db: Connection,
  { merchant_id, user_id }: { readonly merchant_id: string; readonly user_id: string },
): Promise<boolean> {
  const last = await db
    .selectFrom('approval_changes')
    .select('status')
    .where('merchant_id', '=', merchant_id)
    .where('kind', '=', 'approver')
    .where('user_id', '=', user_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.status === 'refused';
}

/** @returns the changed row, undefined when its status was no longer `from` */
export function updateChangeStatus(
  tx: Connection,
  { merchant_id, id }: ChangeKey,
  { from, to, facts }: { from: ChangeStatus; to: ChangeStatus; facts: Updateable<ApprovalChangeTable> },
): Promise<ApprovalChange | undefined> {
  return tx
    .updateTable('approval_changes')
    .set({ ...facts, status: to, decided_at: sql<Date>`clock_timestamp()` })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('status', '=', from)
    .returningAll()
    .executeTakeFirst();
}

/** Records whether anybody can decide on a change, and if not, since when nobody has been able to. */
export async function recordMissingDecider(
  tx: Connection,
  { merchant_id, id }: ChangeKey,
  is_alone: boolean,
): Promise<void> {
  await tx
    .updateTable('approval_changes')
    .set({
      looked_at: sql<Date>`clock_timestamp()`,
      alone_since: is_alone ? sql<Date>`coalesce(alone_since, clock_timestamp())` : null,
    })
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute();
}

/** Whether nobody has been able to decide for 24 hours, by the database's clock. */
export async function isDue(tx: Connection, { merchant_id, id }: ChangeKey): Promise<boolean> {
  const { rows } = await sql`
    select from approval_changes
    where merchant_id = ${merchant_id} and id = ${id} and status = 'waiting'
      and alone_since <= clock_timestamp() - interval '24 hours'`.execute(tx);
  return rows.length > 0;
}

/** Lists pending changes that have not been checked for five minutes, the least recently checked first. */
export async function listUnseen(db: Connection, limit: number): Promise<ChangeKey[]> {
  const { rows } = await sql<ChangeKey>`
    select merchant_id, id from approval_changes
    where status = 'waiting' and looked_at <= clock_timestamp() - interval '5 minutes'
    order by looked_at
    limit ${limit}`.execute(db);
  return rows;
}

/** Lists pending changes, then those of the last seven days, newest first. */
export async function listChanges(
  db: Connection,
  { merchant_id, mode }: { readonly merchant_id: string; readonly mode: Mode },
  limit: number,
): Promise<(ApprovalChange & { readonly takes_effect_at: Date | null })[]> {
  const { rows } = await sql<ApprovalChange & { readonly takes_effect_at: Date | null }>`
    select *, case when status = 'waiting' then alone_since + interval '24 hours' end as takes_effect_at
    from approval_changes
    where merchant_id = ${merchant_id} and (mode is null or mode = ${mode})
      and (status = 'waiting' or (status <> 'replaced' and decided_at > clock_timestamp() - interval '7 days'))
    order by status = 'waiting' desc, id desc
    limit ${limit}`.execute(db);
  return rows;
}
