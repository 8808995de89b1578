import { type Selectable, sql, type Updateable } from 'kysely';
import type { Connection } from '../../platform/database/connect.ts';
import {
  columnsOf,
  inOrderOf,
  jsonOf,
  type Key,
  keysOf,
  ofMerchant,
  recordsOf,
  uniqueKey,
} from '../../platform/database/records/queries.ts';
import type {
  AttemptStatus,
  AttemptTable,
  AttemptTransitionTable,
} from '../../platform/database/tables/payments.ts';
import { forMany } from '../../platform/groups/for-many.ts';
import { dropJobsOf, moveJobsOf } from '../../platform/jobs/queries.ts';

export type Attempt = Selectable<AttemptTable>;
export type AttemptTransition = Omit<Selectable<AttemptTransitionTable>, 'sequence' | 'raw'> & {
  readonly raw: string | null;
};

export const open_statuses: readonly AttemptStatus[] = ['created', 'submitted', 'unknown'];

/**
 * The values that the database assigns: the number of the attempt within its payment, its reference, the account's URL.
 */
type Assigned = Pick<Attempt, 'number' | 'reference' | 'address_revision'>;
const assigned_columns: readonly string[] = ['number', 'reference', 'address_revision'];

/**
 * Inserts an attempt as the next of its payment, which the caller has locked.
 *
 * @param references the references of the payment's first, second, third attempt, for as many attempts as it can
 * have had
 * @returns the assigned values; undefined when another payment has the reference
 */
export function insertNextAttempt(
  tx: Connection,
  attempt: Omit<NewAttempt, keyof Assigned>,
  references: readonly string[],
): Promise<Assigned | undefined> {
  return insertNext(tx, { attempt, references });
}

const insertNext = forMany<
  { readonly attempt: Omit<NewAttempt, keyof Assigned>; readonly references: readonly string[] },
  Assigned | undefined
>('write', async (tx, inputs) => {
  const rows = inputs.map(({ attempt }) => attempt);
  const columns = sql.join(
    columnsOf(rows[0] ?? {})
      .filter((column) => !assigned_columns.includes(column))
      .map((column) => sql.ref(column)),
  );
  const references = inputs.map(({ attempt: { id }, references: all }) => ({ id, names: all }));
  const { rows: inserted } = await sql<Assigned & Key>`
    insert into attempts (${columns}, number, reference, address_revision)
    select ${columns}, next.number, next.names[next.number], next.address_revision
    from ${recordsOf('attempts', rows)} as attempt
    join lateral (
      select named.names, coalesce((
        select max(earlier.number) from attempts as earlier
        where earlier.merchant_id = attempt.merchant_id and earlier.payment_id = attempt.payment_id
          ${ofMerchant(tx, 'earlier.merchant_id', rows)}
      ), 0) + 1 as number, coalesce((
        select account.address_revision from connector_accounts as account
        where account.merchant_id = attempt.merchant_id and account.id = attempt.account_id
      ), 0) as address_revision
      from json_to_recordset(${jsonOf(references)}::json) as named (id text, names uuid[])
      where named.id = attempt.id
    ) as next on true
    on conflict ${uniqueKey(tx, 'reference')} do nothing
    returning merchant_id, id, number, reference, address_revision`.execute(tx);
  return inOrderOf(rows, inserted).map(
    (row) => row && { number: row.number, reference: row.reference, address_revision: row.address_revision },
  );
});

export function findAttempt(db: Connection, merchant_id: string, id: string): Promise<Attempt | undefined> {
  return findOne(db, { merchant_id, id });
}

const findOne = forMany<Key, Attempt | undefined>('read', async (db, keys) => {
  const { rows } = await sql<Attempt>`
    select attempt.* from ${keysOf(keys, 'merchant_id text, id text')}
    cross join lateral (
      select * from attempts
      where merchant_id = wanted.merchant_id and id = wanted.id ${ofMerchant(db, 'merchant_id', keys)}
      limit 1
    ) as attempt`.execute(db);
  return inOrderOf(keys, rows);
});

/** Finds an attempt of any merchant: the reference is all that a callback carries. */
export function findAttemptByReference(db: Connection, reference: string): Promise<Attempt | undefined> {
  return findOneByReference(db, reference);
}

const findOneByReference = forMany<string, Attempt | undefined>('read', async (db, references) => {
  const keys = [...new Set(references)].map((reference) => ({ reference }));
  const { rows } = await sql<Attempt>`
    select attempt.* from attempts as attempt
    where attempt.reference = any (array(select reference from ${keysOf(keys, 'reference uuid')}))`.execute(
    db,
  );
  const byReference = new Map(rows.map((row) => [row.reference, row]));
  // A provider may return the reference in upper case.
  return references.map((reference) => byReference.get(reference.toLowerCase()));
});

/** Finds the attempt that may still take money; the schema allows at most one. */
export function findOpenAttempt(
  db: Connection,
  merchant_id: string,
  payment_id: string,
): Promise<Attempt | undefined> {
  return findOneOpen(db, { merchant_id, payment_id });
}

const findOneOpen = forMany<Pick<Attempt, 'merchant_id' | 'payment_id'>, Attempt | undefined>(
  'read',
  async (db, keys) => {
    const { rows } = await sql<Attempt>`
      select attempt.* from ${keysOf(keys, 'merchant_id text, payment_id text')}
      cross join lateral (
        select * from attempts
        where merchant_id = wanted.merchant_id and payment_id = wanted.payment_id
          and status in ('created', 'submitted', 'unknown') ${ofMerchant(db, 'merchant_id', keys)}
        limit 1
      ) as attempt`.execute(db);
    const byPayment = new Map(rows.map((row) => [row.payment_id, row]));
    return keys.map(({ payment_id }) => byPayment.get(payment_id));
  },
);

/** A new attempt. */
export type NewAttempt = Omit<Attempt, 'action' | 'mismatch'>;

/**
 * Finds the time at which an account last requested an amount from a number through an operator; undefined if there
 * was no such request since the given time. Requests that failed because the operator was down do not count.
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

/** Counts a payment's attempts. */
export async function countAttempts(
  db: Connection,
  merchant_id: string,
  payment_id: string,
): Promise<number> {
  const { last } = await db
    .selectFrom('attempts')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('merchant_id', '=', merchant_id)
    .where('payment_id', '=', payment_id)
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** Lists a payment's attempts, oldest first. */
export function listAttempts(db: Connection, merchant_id: string, payment_id: string): Promise<Attempt[]> {
  return db
    .selectFrom('attempts')
    .selectAll()
    .where('merchant_id', '=', merchant_id)
    .where('payment_id', '=', payment_id)
    .orderBy('number')
    .execute();
}

/** @returns whether the attempt still had the status `from` */
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
 * Changes an attempt's status and inserts the row of its history; removes the planned inquiry of an ended attempt.
 *
 * @returns whether the attempt still had the status `from_status`
 */
export function changeAttemptStatus(
  tx: Connection,
  { merchant_id, id: attempt_id }: Pick<Attempt, 'merchant_id' | 'id'>,
  transition: Omit<AttemptTransition, 'merchant_id' | 'attempt_id'>,
  facts: Updateable<AttemptTable>,
): Promise<boolean> {
  return changeStatus(tx, { transition: { ...transition, merchant_id, attempt_id }, facts });
}

/** A change of an attempt's status, with the row of its history. */
interface StatusChange {
  readonly transition: AttemptTransition;
  readonly facts: Updateable<AttemptTable>;
}

const changeStatus = forMany<StatusChange, boolean>('write', async (tx, changes) => {
  const changed: Key[] = [];
  for (const alike of Map.groupBy(changes, ({ facts }) => columnsOf(facts).join()).values()) {
    changed.push(...(await changeAlike(tx, alike)));
  }
  return inOrderOf(changes.map(keyOf), changed).map((row) => row !== undefined);
});

const keyOf = ({ transition: { merchant_id, attempt_id: id } }: StatusChange): Key => ({ merchant_id, id });

async function changeAlike(tx: Connection, changes: readonly StatusChange[]): Promise<readonly Key[]> {
  const [first] = changes;
  const set = columnsOf(first?.facts ?? {}).map(
    (column) => sql`, ${sql.ref(column)} = ${columnOf('facts', column)}`,
  );
  const { rows } = await sql<Key>`
    with step as materialized (
      select * from ${recordsOf(
        'attempt_transitions',
        changes.map(({ transition }) => transition),
      )}
    ), facts as materialized (
      select * from ${recordsOf(
        'attempts',
        changes.map((change) => ({ ...change.facts, ...keyOf(change) })),
      )}
    ), changed as (
      update attempts as attempt
      set status = step.to_status${sql.join(set, sql``)}
      from step join facts on facts.merchant_id = step.merchant_id and facts.id = step.attempt_id
      where attempt.merchant_id = step.merchant_id and attempt.id = step.attempt_id
        and attempt.id = any (array(select attempt_id from step))
        ${ofMerchant(tx, 'attempt.merchant_id', changes.map(keyOf))}
        and attempt.status = step.from_status
      returning attempt.merchant_id, attempt.id, attempt.status
    ), noted as (
      insert into attempt_transitions (merchant_id, attempt_id, from_status, event, to_status, via, raw, created_at)
      select step.merchant_id, step.attempt_id, step.from_status, step.event, step.to_status, step.via,
        ${columnOf('step', 'raw')}, step.created_at
      from changed join step on step.merchant_id = changed.merchant_id and step.attempt_id = changed.id
    ), over as (
      select ${sql.lit(inquiryJobKey(''))} || changed.id as key from changed
      where changed.status <> all (${[...open_statuses]}::text[])
    ), dropped as ${dropJobsOf('over')}
    select merchant_id, id from changed`.execute(tx);
  return rows;
}

/** JSON columns, whose text is a string in the records. */
const json_columns: readonly string[] = ['action', 'mismatch', 'raw'];

/** A column of {@link recordsOf}. */
function columnOf(records: string, column: string) {
  const ref = sql.ref(`${records}.${column}`);
  return json_columns.includes(column) ? sql`(${ref} #>> '{}')::jsonb` : ref;
}

/** An acceptance: the attempt, the row of its history and the time of its next inquiry. */
interface Acceptance {
  readonly attempt: Pick<Attempt, 'merchant_id' | 'payment_id' | 'id'>;
  readonly transition: Omit<AttemptTransition, 'merchant_id' | 'attempt_id'>;
  readonly facts: {
    readonly provider_reference: string | null;
    readonly action: string | null;
    readonly inquire_at: Date;
  };
}

/**
 * Records that an operator has accepted the request. One statement updates the attempt, inserts the row of its
 * history and plans its next inquiry; it locks the payment first, like every change to an attempt.
 *
 * @returns undefined when the attempt no longer had the status `from_status`, or another transaction has locked the
 * payment; otherwise whether an inquiry was planned
 */
export async function acceptAttempt(
  db: Connection,
  attempt: Acceptance['attempt'],
  transition: Acceptance['transition'],
  facts: Acceptance['facts'],
): Promise<{ readonly is_planned: boolean } | undefined> {
  return accept(db, { attempt, transition, facts });
}

const accept = forMany<Acceptance, { readonly is_planned: boolean } | undefined>(
  'write',
  async (db, inputs) => {
    const steps = inputs.map(({ attempt: { merchant_id, id, payment_id }, transition, facts }) => ({
      ...transition,
      ...facts,
      merchant_id,
      id,
      payment_id,
      key: inquiryJobKey(id),
    }));
    const { rows } = await sql<Key & { is_planned: boolean }>`
      with step as materialized (
        select * from json_to_recordset(${jsonOf(steps)}::json) as step (
          merchant_id text, id text, payment_id text, from_status text, event text, to_status text, via text,
          raw text, created_at timestamptz, provider_reference text, action text, inquire_at timestamptz, key text
        )
      ), held as materialized (
        select payment.merchant_id, payment.id
        from payments as payment
        where payment.id = any (array(select payment_id from step)) ${ofMerchant(db, 'payment.merchant_id', steps)}
        order by payment.merchant_id, payment.id
        for update skip locked
      ), changed as (
        update attempts as attempt
        set status = step.to_status, provider_reference = step.provider_reference, action = step.action::jsonb
        from step join held on held.merchant_id = step.merchant_id and held.id = step.payment_id
        where attempt.merchant_id = step.merchant_id and attempt.id = step.id and attempt.status = step.from_status
          and attempt.id = any (array(select id from step)) ${ofMerchant(db, 'attempt.merchant_id', steps)}
        returning attempt.merchant_id, attempt.id, step.key, step.inquire_at as run_at
      ), noted as (
        insert into attempt_transitions (
          merchant_id, attempt_id, from_status, event, to_status, via, raw, created_at
        )
        select step.merchant_id, step.id, step.from_status, step.event, step.to_status, step.via, step.raw::jsonb,
          step.created_at
        from changed join step on step.merchant_id = changed.merchant_id and step.id = changed.id
      ), planned as (
        ${moveJobsOf('changed')}
      )
      select merchant_id, id, exists (select from planned where planned.key = changed.key) as is_planned
      from changed`.execute(db);
    return inOrderOf(steps, rows);
  },
);

/** Returns the key of the job for an attempt's next inquiry. */
export function inquiryJobKey(attempt_id: string): string {
  return `follow_attempt:${attempt_id}`;
}

/** Marks an open attempt as needing review. @returns false when it has ended in the meantime */
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
