import { type Selectable, sql, type Updateable } from 'kysely';
import type { Claim } from '../../operator-calls/ask.ts';
import { notInquired } from '../../operator-calls/queries.ts';
import type { Connection, Database } from '../../platform/database/connect.ts';
import type {
  AttemptStatus,
  AttemptTable,
  AttemptTransitionTable,
} from '../../platform/database/tables/payments.ts';
import { dropJobIf, moveJobIf } from '../../platform/jobs/queries.ts';
import { addressRevisionOf } from '../../routing/connector-accounts/queries.ts';

export type Attempt = Selectable<AttemptTable>;
export type AttemptTransition = Omit<Selectable<AttemptTransitionTable>, 'sequence' | 'raw'> & {
  readonly raw: string | null;
};

const open_statuses: readonly AttemptStatus[] = ['created', 'submitted', 'unknown'];
const ended_statuses: readonly AttemptStatus[] = ['failed', 'success', 'held', 'reversed'];

/**
 * The values that the database assigns: the number of the attempt within its payment, its reference, the account's URL.
 */
type Assigned = Pick<Attempt, 'number' | 'reference' | 'address_revision'>;

/**
 * Inserts an attempt as the next of its payment, which the caller has locked.
 *
 * @param references of the payment's first, second, third attempt, as far as the payment can have had attempts
 * @returns what was assigned; undefined when another payment has the reference
 */
export async function insertNextAttempt(
  tx: Connection,
  attempt: Omit<NewAttempt, keyof Assigned>,
  references: readonly string[],
): Promise<Assigned | undefined> {
  const number = sql<number>`(
    select coalesce(max(number), 0) + 1 from attempts
    where merchant_id = ${attempt.merchant_id} and payment_id = ${attempt.payment_id}
  )`;
  return tx
    .insertInto('attempts')
    .values({
      ...attempt,
      number,
      reference: sql<string>`(${[...references]}::uuid[])[${number}]`,
      address_revision: addressRevisionOf(attempt),
      action: null,
      mismatch: null,
    })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning(['number', 'reference', 'address_revision'])
    .executeTakeFirst();
}

export function findAttempt(db: Connection, merchant_id: string, id: string): Promise<Attempt | undefined> {
  return db
    .selectFrom('attempts')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Finds an attempt of any merchant: the reference is all that a callback carries. */
export function findAttemptByReference(db: Connection, reference: string): Promise<Attempt | undefined> {
  return db.selectFrom('attempts').selectAll().where('reference', '=', reference).executeTakeFirst();
}

/** Finds the attempt that may still take money; the schema allows one at most. */
export function findOpenAttempt(
  db: Connection,
  merchant_id: string,
  payment_id: string,
): Promise<Attempt | undefined> {
  return db
    .selectFrom('attempts')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('payment_id', '=', payment_id)
    .where('status', 'in', open_statuses)
    .executeTakeFirst();
}

/** A new attempt. */
export type NewAttempt = Omit<Attempt, 'action' | 'mismatch'>;

/**
 * Finds when an account last requested an amount from a number through an operator; undefined if not since a time.
 * Requests that found the operator down do not count.
 */
export async function findSamePayment(
  db: Connection,
  same: Pick<
    Attempt,
    'merchant_id' | 'mode' | 'account_id' | 'operator' | 'phone' | 'currency' | 'charged_minor'
  >,
  since: Date,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('attempts')
    .select('created_at')
    .where('merchant_id', '=', same.merchant_id)
    .where('mode', '=', same.mode)
    .where('created_at', '>', since)
    .where('account_id', '=', same.account_id)
    .where('operator', '=', same.operator)
    .where('phone', '=', same.phone)
    .where('currency', '=', same.currency)
    .where('charged_minor', '=', same.charged_minor)
    .where((where) =>
      where.or([where('failure_reason', 'is', null), where('failure_reason', '<>', 'operator_down')]),
    )
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

/** Lists attempts, oldest first. */
export function listAttempts(db: Connection, merchant_id: string, payment_id: string): Promise<Attempt[]> {
  return db
    .selectFrom('attempts')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('payment_id', '=', payment_id)
    .orderBy('number')
    .execute();
}

/** @returns whether the attempt was still in `from` */
export async function updateAttempt(
  tx: Connection,
  attempt: Pick<Attempt, 'merchant_id' | 'id'>,
  from: AttemptStatus,
  changes: Updateable<AttemptTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('attempts')
    .set(changes)
    .where('merchant_id', '=', attempt.merchant_id)
    .where('id', '=', attempt.id)
    .where('status', 'is not distinct from', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Changes an attempt's status with the row of its history, and removes its waiting inquiry once it has ended.
 *
 * @returns whether the attempt was still in `from_status`
 */
export async function changeAttemptStatus(
  tx: Connection,
  { merchant_id, id }: Pick<Attempt, 'merchant_id' | 'id'>,
  transition: Omit<AttemptTransition, 'merchant_id' | 'attempt_id'>,
  facts: Updateable<AttemptTable>,
): Promise<boolean> {
  const { from_status, event, to_status, via, raw, created_at } = transition;
  const isOver = !open_statuses.includes(to_status);
  const rows = await tx
    .with('changed', (with_) =>
      with_
        .updateTable('attempts')
        .set({ ...facts, status: to_status })
        .where('merchant_id', '=', merchant_id)
        .where('id', '=', id)
        .where('status', 'is not distinct from', from_status)
        .returning(['merchant_id', 'id']),
    )
    .with('noted', (with_) =>
      with_
        .insertInto('attempt_transitions')
        .columns([
          'merchant_id',
          'attempt_id',
          'from_status',
          'event',
          'to_status',
          'via',
          'raw',
          'created_at',
        ])
        .expression((select) =>
          select
            .selectFrom('changed')
            .select(({ val }) => [
              'merchant_id',
              'id',
              val(from_status).as('from_status'),
              val(event).as('event'),
              val(to_status).as('to_status'),
              val(via).as('via'),
              val(raw).as('raw'),
              val(created_at).as('created_at'),
            ]),
        ),
    )
    .with('dropped', () => dropJobIf('changed', isOver ? inquiryJobKey(id) : null))
    .selectFrom('changed')
    .select('id')
    .execute();
  return rows.length === 1;
}

/**
 * Records that an operator has accepted the request: the attempt, the row of its history and the time of its
 * next inquiry in one statement, which locks the payment first like every change of an attempt.
 *
 * @returns undefined when the attempt was no longer in `from_status`; otherwise whether an inquiry was
 * waiting
 */
export async function acceptAttempt(
  db: Connection,
  attempt: Pick<Attempt, 'merchant_id' | 'payment_id' | 'id'>,
  transition: Omit<AttemptTransition, 'merchant_id' | 'attempt_id'>,
  facts: {
    readonly provider_reference: string | null;
    readonly action: string | null;
    readonly inquire_at: Date;
  },
): Promise<{ readonly is_planned: boolean } | undefined> {
  const { merchant_id, payment_id, id } = attempt;
  const { from_status, event, to_status, via, raw, created_at } = transition;
  const { rows } = await sql<{ is_planned: boolean }>`
    with held as materialized (
      select from payments where merchant_id = ${merchant_id} and id = ${payment_id} for update
    ), changed as (
      update attempts
      set status = ${to_status}, provider_reference = ${facts.provider_reference}, action = ${facts.action}::jsonb
      from held
      where merchant_id = ${merchant_id} and id = ${id} and status = ${from_status}
      returning id
    ), noted as (
      insert into attempt_transitions (merchant_id, attempt_id, from_status, event, to_status, via, raw, created_at)
      select ${merchant_id}, id, ${from_status}, ${event}, ${to_status}, ${via}, ${raw}::jsonb, ${created_at}::timestamptz
      from changed
    ), planned as (
      ${moveJobIf('changed', inquiryJobKey(id), facts.inquire_at)}
    )
    select exists (select from planned) as is_planned from changed`.execute(db);
  return rows[0];
}

/** The job key of an attempt's next inquiry. */
export function inquiryJobKey(attempt_id: string): string {
  return `follow_attempt:${attempt_id}`;
}

/**
 * Claims the inquiry about an attempt: nobody else may inquire meanwhile, nor for a while after.
 *
 * @param claim.until when the inquiry ends at the latest; {@link endInquiry} records when it did
 * @param claim.not_since an earlier inquiry than this allows another
 * @param claim.also_ended also inquire about one that has ended: operators do fail first and succeed later, and reverse
 * @returns the attempt with its inquiries counted up, undefined when one is under way or was made a moment
 * ago
 */
export function claimInquiry(
  db: Database,
  key: { merchant_id: string; id: string },
  claim: Claim & { also_ended?: boolean },
): Promise<Attempt | undefined> {
  return withoutDisk(db)
    .updateTable('attempts')
    .from('hurry')
    .where('hurry.value', '=', 'off')
    .set((column) => ({ inquired_at: claim.until, inquiries: column('inquiries', '+', 1) }))
    .where('merchant_id', '=', key.merchant_id)
    .where('id', '=', key.id)
    .where('status', 'in', claim.also_ended ? [...open_statuses, ...ended_statuses] : open_statuses)
    .where(notInquired(claim.not_since, claim.not_after))
    .returningAll('attempts')
    .executeTakeFirst();
}

/**
 * Starts a statement whose commit does not wait for the disk: if the database's machine fails within the next
 * moment, the claim is lost and the inquiry is repeated. Outside a transaction only.
 */
function withoutDisk(db: Database) {
  return db.with('hurry', (query) =>
    query.selectNoFrom(sql<string>`set_config('synchronous_commit', 'off', true)`.as('value')),
  );
}

/** Releases the claim of an inquiry whose result has been applied. */
export async function endInquiry(
  db: Database,
  attempt: Pick<Attempt, 'merchant_id' | 'id'>,
  at: Date,
): Promise<AttemptStatus | undefined> {
  const row = await withoutDisk(db)
    .updateTable('attempts')
    .from('hurry')
    .where('hurry.value', '=', 'off')
    .set({ inquired_at: at })
    .where('merchant_id', '=', attempt.merchant_id)
    .where('id', '=', attempt.id)
    .returning('status')
    .executeTakeFirst();
  return row?.status;
}

/**
 * Claims the submission of a one-time code to the operator: one at a time, and none once an attempt has ended
 * or its response was lost.
 *
 * @param claim.until when the operator has responded at the latest; {@link endHandOver} records when it has
 * @returns false when another code is being checked, or none is accepted any more
 */
export async function claimHandOver(
  db: Connection,
  attempt: Pick<Attempt, 'merchant_id' | 'id'>,
  claim: { now: Date; until: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('attempts')
    .set({ otp_until: claim.until })
    .where('merchant_id', '=', attempt.merchant_id)
    .where('id', '=', attempt.id)
    .where('status', 'is not distinct from', 'submitted')
    .where((where) => where.or([where('otp_until', 'is', null), where('otp_until', '<=', claim.now)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Releases the claim of {@link claimHandOver} once the response has been applied. */
export async function endHandOver(
  db: Connection,
  attempt: Pick<Attempt, 'merchant_id' | 'id'>,
): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ otp_until: null })
    .where('merchant_id', '=', attempt.merchant_id)
    .where('id', '=', attempt.id)
    .execute();
}

/**
 * Claims the request for another one-time code.
 *
 * @param claim.before when the last code was sent at the latest
 * @returns false when that was too recently, too often, or a code is being checked
 */
export async function claimResend(
  db: Connection,
  attempt: Pick<Attempt, 'merchant_id' | 'id'>,
  { now, before, max }: { now: Date; before: Date; max: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('attempts')
    .set((of) => ({ otp_resends: of('otp_resends', '+', 1), otp_resent_at: now }))
    .where('merchant_id', '=', attempt.merchant_id)
    .where('id', '=', attempt.id)
    .where('status', 'is not distinct from', 'submitted')
    .where('otp_resends', '<', max)
    .where((where) => where(where.fn.coalesce('otp_resent_at', 'created_at'), '<=', before))
    .where((where) => where.or([where('otp_until', 'is', null), where('otp_until', '<=', now)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Marks an open attempt as needing review. @returns false when it has ended meanwhile, and needs none */
export async function markForReview(
  db: Connection,
  attempt: Pick<Attempt, 'merchant_id' | 'id'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('attempts')
    .set({ needs_review: true })
    .where('merchant_id', '=', attempt.merchant_id)
    .where('id', '=', attempt.id)
    .where('status', 'in', open_statuses)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
