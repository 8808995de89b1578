import { type Selectable, sql, type Updateable } from 'kysely';
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

export async function insertAttempt(tx: Connection, attempt: NewAttempt): Promise<Numbers> {
  return tx
    .insertInto('attempts')
    .values({ ...attempt, address_revision: addressRevisionOf(attempt), action: null, mismatch: null })
    .returning(['number', 'address_revision'])
    .executeTakeFirstOrThrow();
}

/** What the database numbers: the attempts of a payment, and the addresses of an account. */
type Numbers = Pick<Attempt, 'number' | 'address_revision'>;

/** Writes an attempt as the next of its payment, which the caller holds. @returns its numbers */
export async function insertNextAttempt(
  tx: Connection,
  attempt: Omit<NewAttempt, keyof Numbers>,
): Promise<Numbers> {
  return tx
    .insertInto('attempts')
    .values({
      ...attempt,
      number: sql<number>`(
        select coalesce(max(number), 0) + 1 from attempts
        where merchant_id = ${attempt.merchant_id} and payment_id = ${attempt.payment_id}
      )`,
      address_revision: addressRevisionOf(attempt),
      action: null,
      mismatch: null,
    })
    .returning(['number', 'address_revision'])
    .executeTakeFirstOrThrow();
}

export function findAttempt(db: Connection, merchant_id: string, id: string): Promise<Attempt | undefined> {
  return db
    .selectFrom('attempts')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Of whichever merchant: the reference is all that a callback carries. */
export function findAttemptByReference(db: Connection, reference: string): Promise<Attempt | undefined> {
  return db.selectFrom('attempts').selectAll().where('reference', '=', reference).executeTakeFirst();
}

/** The attempt that may still take money; the schema allows one at most. */
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

/** An attempt as it is opened. */
export type NewAttempt = Omit<Attempt, 'action' | 'mismatch'>;

/**
 * When an account last asked a number for an amount through an operator; undefined when not since a time. What the
 * operator was too busy for does not count.
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

/** Oldest first. */
export function listAttempts(db: Connection, merchant_id: string, payment_id: string): Promise<Attempt[]> {
  return db
    .selectFrom('attempts')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('payment_id', '=', payment_id)
    .orderBy('number')
    .execute();
}

/** @returns whether the attempt was still in `from`. */
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
    .where('status', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Changes an attempt's status, writes the row of its history, and once it has ended takes the look-up that still waits
 * for it off the list.
 *
 * @returns whether the attempt was still in `from_status`.
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
        .where('status', '=', from_status)
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
    .with('dropped', () => dropJobIf('changed', isOver ? lookUpJobKey(id) : null))
    .selectFrom('changed')
    .select('id')
    .execute();
  return rows.length === 1;
}

/**
 * Takes in that an operator has begun with what it was asked: the attempt, the row of its history and the time of its
 * next look-up in one statement, which holds the payment first like everything that changes an attempt.
 *
 * @returns undefined when the attempt was no longer `from_status`; whether a look-up was waiting
 */
export async function acceptAttempt(
  db: Connection,
  attempt: Pick<Attempt, 'merchant_id' | 'payment_id' | 'id'>,
  transition: Omit<AttemptTransition, 'merchant_id' | 'attempt_id'>,
  facts: {
    readonly provider_reference: string | null;
    readonly action: string | null;
    readonly look_up_at: Date;
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
      ${moveJobIf('changed', lookUpJobKey(id), facts.look_up_at)}
    )
    select exists (select from planned) as is_planned from changed`.execute(db);
  return rows[0];
}

/** Names an attempt's next look-up in the queue. */
export function lookUpJobKey(attempt_id: string): string {
  return `follow_attempt:${attempt_id}`;
}

/**
 * Takes the right to ask the operator about an attempt: nobody else may while it is asked, nor for a while after.
 *
 * @param claim.until when asking is over at the latest; {@link endLookUp} says when it was
 * @param claim.not_since the operator may be asked again when it was last asked before this
 * @param claim.also_failed ask also when it has failed: operators do say no first and yes later
 * @returns the attempt with its look-ups counted up, undefined when someone else is asking or asked a moment ago.
 */
export function claimLookUp(
  db: Database,
  key: { merchant_id: string; id: string },
  claim: { until: Date; not_since: Date; also_failed?: boolean },
): Promise<Attempt | undefined> {
  return withoutDisk(db)
    .updateTable('attempts')
    .from('hurry')
    .where('hurry.value', '=', 'off')
    .set((column) => ({ looked_up_at: claim.until, look_ups: column('look_ups', '+', 1) }))
    .where('merchant_id', '=', key.merchant_id)
    .where('id', '=', key.id)
    .where('status', 'in', claim.also_failed ? [...open_statuses, 'failed'] : open_statuses)
    .where((where) =>
      where.or([where('looked_up_at', 'is', null), where('looked_up_at', '<', claim.not_since)]),
    )
    .returningAll('attempts')
    .executeTakeFirst();
}

/**
 * Begins a statement whose commit does not wait for the disk: if the database's machine dies within the next moment,
 * who asked last is forgotten, and the operator is asked once more. Outside of a transaction only.
 */
function withoutDisk(db: Database) {
  return db.with('hurry', (query) =>
    query.selectNoFrom(sql<string>`set_config('synchronous_commit', 'off', true)`.as('value')),
  );
}

/** Gives the right to ask back: the answer has been taken in. */
export async function endLookUp(
  db: Database,
  attempt: Pick<Attempt, 'merchant_id' | 'id'>,
  at: Date,
): Promise<AttemptStatus | undefined> {
  const row = await withoutDisk(db)
    .updateTable('attempts')
    .from('hurry')
    .where('hurry.value', '=', 'off')
    .set({ looked_up_at: at })
    .where('merchant_id', '=', attempt.merchant_id)
    .where('id', '=', attempt.id)
    .returning('status')
    .executeTakeFirst();
  return row?.status;
}

/**
 * Takes the right to hand a one-time code to the operator: one at a time, and none once an attempt has ended or its
 * answer is lost.
 *
 * @param claim.until when the operator has answered at the latest; {@link endHandOver} says when it has
 * @returns false when another code is with the operator, or none is taken any more
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
    .where('status', '=', 'submitted')
    .where((where) => where.or([where('otp_until', 'is', null), where('otp_until', '<=', claim.now)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Gives the right of {@link claimHandOver} back: the operator's answer has been taken in. */
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
 * Takes the right to ask the operator for its one-time code once more.
 *
 * @param claim.before when the customer was sent the last code at the latest
 * @returns false when that was not long enough ago, there were enough of them, or a code is being checked
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
    .where('status', '=', 'submitted')
    .where('otp_resends', '<', max)
    .where((where) => where(where.fn.coalesce('otp_resent_at', 'created_at'), '<=', before))
    .where((where) => where.or([where('otp_until', 'is', null), where('otp_until', '<=', now)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Puts an attempt on the list of what a person has to find out. Its status stays as it is. */
export async function setNeedsPerson(
  db: Connection,
  attempt: Pick<Attempt, 'merchant_id' | 'id'>,
): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ needs_person: true })
    .where('merchant_id', '=', attempt.merchant_id)
    .where('id', '=', attempt.id)
    .execute();
}
