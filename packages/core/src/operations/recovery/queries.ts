import { sql } from 'kysely';
import type { Owner } from '../../events/queries.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { Recovery } from '../../platform/recovery/queries.ts';
import type { CallbackKey } from '../callbacks/queries.ts';

/** An open object about which this recovery has not inquired. */
export interface Unseen {
  readonly kind: 'attempt' | 'payout' | 'refund';
  readonly merchant_id: string;
  readonly id: string;
}

/** All open requests, sent or not: an operator may know more about them than we do. */
const open = sql`
  select 'attempt' as kind, merchant_id, id, inquired_at from attempts
  where status in ('created', 'submitted', 'unknown')
  union all
  select 'payout', merchant_id, id, inquired_at from payouts where status in ('pending', 'processing')
  union all
  select 'refund', merchant_id, id, inquired_at from refunds where status in ('pending', 'processing')`;

/**
 * Returns the condition that no inquiry's result has been applied to an open object during this recovery. Claiming
 * the object does not count.
 */
const notInquiredBy = (recovery_id: bigint) => sql<boolean>`not exists (
  select from recovery_inquiries as made
  where made.recovery_id = ${recovery_id} and made.merchant_id = open.merchant_id and made.object_id = open.id
)`;

/** Records that the result of an inquiry about an open object has been applied during a recovery. */
export async function insertInquiry(
  db: Connection,
  { id }: Pick<Recovery, 'id'>,
  { merchant_id, id: object_id }: Unseen,
): Promise<void> {
  await db
    .insertInto('recovery_inquiries')
    .values({ recovery_id: id, merchant_id, object_id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes the records of a recovery that has ended. */
export async function deleteInquiries(db: Connection, { id }: Pick<Recovery, 'id'>): Promise<void> {
  await db.deleteFrom('recovery_inquiries').where('recovery_id', '=', id).execute();
}

/** Gives all active sessions that expire after `after` at least until `until`. */
export async function prolongSessions(
  db: Connection,
  { after, until }: { readonly after: Date; readonly until: Date },
): Promise<void> {
  await db
    .updateTable('checkout_sessions')
    .set({ expires_at: until })
    .where('ended_at', 'is', null)
    .where('expires_at', '>', after)
    .where('expires_at', '<', until)
    .execute();
}

/**
 * Lists open objects to which this recovery has not applied an inquiry's result yet. Those inquired about longest
 * ago come first, so that an object about which no inquiry succeeds does not delay the others.
 */
export async function listUnseen(
  db: Connection,
  { id }: Pick<Recovery, 'id'>,
  limit: number,
): Promise<Unseen[]> {
  const { rows } = await sql<Unseen>`
    select kind, merchant_id, id from (${open}) as open
    where ${notInquiredBy(id)}
    order by inquired_at nulls first, id
    limit ${limit}`.execute(db);
  return rows;
}

/** The counts that a person checks before opening the service. */
export interface RecoveryCounts {
  /** Open objects about which this recovery has not inquired. */
  readonly to_inquire: number;
  /** Outcomes found since the recovery began. */
  readonly found_paid: number;
  readonly found_failed: number;
  /** Open objects, whether inquired about or not. */
  readonly open: number;
  /** Requests that will be sent once the service is open, because operators have no record of them. */
  readonly to_send: number;
  readonly needs_review: number;
  /** Callbacks for references that this database does not have. */
  readonly unknown_callbacks: number;
}

/** @param merchant_id merchant whose objects are counted; all merchants if omitted */
export async function countFound(
  db: Connection,
  { id, began_at, lost_since }: Pick<Recovery, 'id' | 'began_at' | 'lost_since'>,
  merchant_id?: string,
): Promise<RecoveryCounts> {
  const own = merchant_id === undefined ? sql`true` : sql`merchant_id = ${merchant_id}`;
  const { rows } = await sql<RecoveryCounts>`
    select
      (select count(*)::int from (${open}) as open
        where ${own} and ${notInquiredBy(id)}) as to_inquire,
      (select count(*)::int from (${open}) as open where ${own}) as open,
      (select count(*)::int from (
        select 1 from attempt_transitions where ${own} and created_at >= ${began_at} and to_status = 'success'
        union all select 1 from payout_transitions where ${own} and created_at >= ${began_at} and to_status = 'success'
        union all select 1 from refund_transitions where ${own} and created_at >= ${began_at} and to_status = 'success'
      ) as paid) as found_paid,
      (select count(*)::int from (
        select 1 from attempt_transitions where ${own} and created_at >= ${began_at} and to_status = 'failed'
        union all select 1 from payout_transitions where ${own} and created_at >= ${began_at} and to_status = 'failed'
        union all select 1 from refund_transitions where ${own} and created_at >= ${began_at} and to_status = 'failed'
      ) as failed) as found_failed,
      (select count(*)::int from (
        select 1 from payouts where ${own} and status = 'pending'
        union all select 1 from refunds where ${own} and status = 'pending'
      ) as waiting) as to_send,
      (select count(*)::int from (
        select 1 from attempts where ${own} and needs_review
        union all select 1 from payouts where ${own} and needs_review
        union all select 1 from refunds where ${own} and needs_review
      ) as flagged) as needs_review,
      (select count(*)::int from callbacks
        where ${own} and received_at >= ${lost_since} and problem like '%unknown_reference%') as unknown_callbacks`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('a query of counts has one row');
  return row;
}

/** An outcome found during a recovery. */
export interface Found {
  readonly kind: 'payment' | 'payout' | 'refund';
  /** Id of the payment or payout that shows it: a refund is shown with its payment. */
  readonly id: string;
  readonly outcome: 'success' | 'failed';
  readonly amount_minor: bigint;
  readonly currency: string;
  readonly found_at: Date;
}

/** Lists the outcomes found for one merchant in one mode, newest first. */
export async function listFound(
  db: Connection,
  { merchant_id, mode, since, limit }: Owner & { readonly since: Date; readonly limit: number },
): Promise<Found[]> {
  const of = (noun: 'attempt' | 'payout' | 'refund', kind: Found['kind'], id: string, amount: string) => sql`
    select ${sql.lit(kind)} as kind, ${sql.ref(`one.${id}`)} as id, told.to_status as outcome,
      ${sql.ref(`one.${amount}`)} as amount_minor, one.currency, told.created_at as found_at
    from ${sql.table(`${noun}_transitions`)} as told
    join ${sql.table(`${noun}s`)} as one
      on one.merchant_id = told.merchant_id and one.id = ${sql.ref(`told.${noun}_id`)}
    where told.merchant_id = ${merchant_id} and one.mode = ${mode} and told.created_at >= ${since}
      and told.to_status in ('success', 'failed')`;
  const { rows } = await sql<Found>`
    ${of('attempt', 'payment', 'payment_id', 'charged_minor')}
    union all ${of('payout', 'payout', 'id', 'amount_minor')}
    union all ${of('refund', 'refund', 'payment_id', 'amount_minor')}
    order by found_at desc, id limit ${limit}`.execute(db);
  return rows;
}

/** Whether the installation serves this merchant alone. */
export async function isOnlyMerchant(db: Connection, merchant_id: string): Promise<boolean> {
  const other = await db
    .selectFrom('merchants')
    .select('id')
    .where('id', '<>', merchant_id)
    .executeTakeFirst();
  return other === undefined;
}

/**
 * Lists the callbacks for unknown references that were processed before their account had its newest request. Their
 * order is random, so that those that cannot be verified at the moment do not keep others waiting.
 */
export async function listMatchable(db: Connection, since: Date, limit: number): Promise<CallbackKey[]> {
  const { rows } = await sql<CallbackKey>`
    select merchant_id, account_id, id from callbacks
    where received_at >= ${since} and problem like '%unknown_reference%' and processed_at is not null
      and processed_at < greatest(
        (select max(created_at) from attempts where attempts.account_id = callbacks.account_id),
        (select max(created_at) from payouts where payouts.account_id = callbacks.account_id),
        (select max(created_at) from refunds where refunds.account_id = callbacks.account_id))
    order by random()
    limit ${limit}`.execute(db);
  return rows;
}
