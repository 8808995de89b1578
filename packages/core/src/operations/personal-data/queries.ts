import { sql } from 'kysely';
import { owesRefund } from '../../payments/attempt/history/queries.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { Person } from '../../platform/input/spellings.ts';
import type { Cure, Place, Subjects } from './places.ts';

/** A row of any table. */
export type Row = Readonly<Record<string, unknown>>;

/** The known details of a person. */
export interface Clue {
  readonly id?: string | undefined;
  /** E.164. */
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
}

/** The identifying columns of a customer. */
export interface CustomerRow {
  readonly merchant_id: string;
  readonly id: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

/** Finds the customers with these details, in the order in which all transactions lock them. */
export async function listCustomers(
  db: Connection,
  merchant_id: string | null,
  { id, phone, email }: Clue,
): Promise<CustomerRow[]> {
  const { rows } = await sql<CustomerRow>`
    select merchant_id, id, phone, email, first_name, last_name from customers
    where (${merchant_id}::text is null or merchant_id = ${merchant_id})
      and (id = ${id ?? null} or phone = ${phone ?? null}
        or lower(email collate "C") = lower(${email ?? null}::text collate "C"))
    order by id`.execute(db);
  return rows;
}

/** Locks customers, so that until this transaction ends no other transaction can add rows that refer to them. */
export async function lockCustomers(
  tx: Connection,
  merchant_id: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    select from customers where merchant_id = ${merchant_id} and id = any (${[...ids]}::text[])
    order by id for update`.execute(tx);
}

/** Finds everything related to a person. Payments of other customers with the same e-mail address are left out. */
export async function findSubjects(
  tx: Connection,
  merchant_id: string,
  who: Pick<Subjects, 'customers' | 'phones'> & Pick<Person, 'emails'>,
): Promise<Subjects> {
  const [phones, customers] = [[...who.phones], [...who.customers]];
  const emails = who.emails.map((email) => email.toLowerCase());
  const { rows } = await sql<Omit<Subjects, 'customers' | 'phones' | 'objects'>>`
    with chosen as (
      select payment_id from checkout_sessions
      where merchant_id = ${merchant_id} and chosen_phone = any (${phones}::text[])
    ), theirs as (
      select id from payments
      where merchant_id = ${merchant_id} and (
        customer_id = any (${customers}::text[])
        or customer_phone = any (${phones}::text[])
        or (customer_id is null and lower(customer_email) = any (${emails}::text[]))
        or (customer_id is null and customer_phone is null and id in (select payment_id from chosen))
      )
    ), their_attempts as (
      select id, payment_id, reference from attempts
      where merchant_id = ${merchant_id}
        and (phone = any (${phones}::text[]) or payment_id in (select id from theirs))
    ), their_refunds as (
      select id, reference from refunds
      where merchant_id = ${merchant_id}
        and (phone = any (${phones}::text[]) or payment_id in (select id from theirs))
    ), their_payouts as (
      select id, reference from payouts
      where merchant_id = ${merchant_id} and recipient_phone = any (${phones}::text[])
    ), touched as (
      select id from theirs union select payment_id from their_attempts union select payment_id from chosen
    ), not_theirs as (
      select id from touched except select id from theirs
    ), told as (
      select id, object_id from events
      where merchant_id = ${merchant_id} and object_id in (
        select id from touched union all select id from their_payouts union all select id from their_refunds
      )
    )
    select
      array(${linksTo(merchant_id, phones, emails)}) as links,
      array(select id from theirs) as payments,
      array(select id from touched) as touched,
      array(
        select id from not_theirs
        union all select id from told where object_id in (select id from not_theirs)
      ) as others,
      array(select id from their_attempts) as attempts,
      array(select id from their_payouts) as payouts,
      array(select id from their_refunds) as refunds,
      array(
        select reference::text from their_attempts union select reference::text from their_payouts
        union select reference::text from their_refunds
      ) as references,
      array(
        select distinct batch_id from payout_batch_lines
        where merchant_id = ${merchant_id} and recipient_phone = any (${phones}::text[])
      ) as batches,
      array(select id from told) as events,
      array(
        select id from webhook_deliveries
        where merchant_id = ${merchant_id} and event_id in (select id from told)
      ) as deliveries`.execute(tx);
  const [found] = rows;
  if (!found) throw new Error('a query of arrays has one row');
  const { touched, attempts, payouts, refunds, batches, links } = found;
  const objects = [...customers, ...touched, ...attempts, ...payouts, ...refunds, ...batches, ...links];
  return { ...found, customers, phones, objects };
}

/** Selects the links that ask a person for money; an address is theirs only without the number of another. */
function linksTo(merchant_id: string, phones: string[], emails: string[]) {
  return sql`
    select id from payment_links where merchant_id = ${merchant_id} and (
      customer_phone = any (${phones}::text[])
      or (customer_phone is null and lower(customer_email) = any (${emails}::text[]))
    )`;
}

/** Locks a person's rows until the transaction ends. */
export async function lockSubjects(
  tx: Connection,
  merchant_id: string,
  { touched, payouts, refunds, links }: Subjects,
): Promise<void> {
  const lock = (table: string, ids: readonly string[]) =>
    sql`
    select from ${sql.table(table)} where merchant_id = ${merchant_id} and id = any (${[...ids]}::text[])
    order by id for update`.execute(tx);
  // In the order in which an operator's report about a refund locks them.
  await lock('refunds', refunds);
  await lock('payments', touched);
  await lock('payouts', payouts);
  // A payment is locked before its link.
  await lock('payment_links', links);
}

/** Lists the ids of open objects, and of attempts with money to be refunded, which prevent the person's erasure. */
export async function listOpen(
  tx: Connection,
  merchant_id: string,
  { attempts, payouts, refunds, batches }: Subjects,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from attempts where merchant_id = ${merchant_id} and id = any (${[...attempts]}::text[])
      and (status in ('created', 'submitted', 'unknown') or needs_review or ${owesRefund('attempts')})
    union all
    select id from payouts where merchant_id = ${merchant_id} and id = any (${[...payouts]}::text[])
      and (status in ('pending', 'processing') or needs_review)
    union all
    select id from refunds where merchant_id = ${merchant_id} and id = any (${[...refunds]}::text[])
      and (status in ('pending', 'processing') or needs_review)
    union all
    select id from payout_batches where merchant_id = ${merchant_id} and id = any (${[...batches]}::text[])
      and status = 'checked'`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Lists the rows of a place that are about a person.
 *
 * @param pattern matches numbers and addresses, in a syntax that PostgreSQL and JavaScript share
 * @returns each row with `is_theirs`: true if it was found by one of the person's own ids; false if it was
 * found only by a text, or by the id of something that is also about somebody else
 */
export async function listPlace(
  tx: Connection,
  place: Place,
  merchant_id: string,
  subjects: Subjects,
  pattern: string | null,
): Promise<Row[]> {
  const others = new Set(subjects.others);
  const named = place.by.map(([column, set]) => isOneOf(column, subjects[set]));
  const own = place.by.map(([column, set]) =>
    isOneOf(
      column,
      subjects[set].filter((id) => !others.has(id)),
    ),
  );
  const is_theirs = own.length === 0 ? sql`false` : sql`(${sql.join(own, sql` or `)})`;
  const scanned = (place.scanned ?? []).map((column) => sql`${sql.ref(column)}::text ~* ${pattern}`);
  const conditions = pattern === null ? named : [...named, ...scanned];
  if (conditions.length === 0) return [];
  const owner = place.is_shared ? sql`true` : sql`merchant_id = ${merchant_id}`;
  const { rows } = await sql<Row>`
    select *, coalesce(${is_theirs}, false) as is_theirs from ${sql.table(place.table)}
    where ${owner} and (${sql.join(conditions, sql` or `)})
    order by ${sql.join(place.key.map((column) => sql.ref(column)))}`.execute(tx);
  return rows;
}

function isOneOf(column: string, values: readonly string[]) {
  return sql`${sql.ref(column)}::text = any (${[...values]}::text[])`;
}

/** Lets this transaction redact append-only tables. */
export async function allowRedaction(tx: Connection): Promise<void> {
  await sql`select set_config('guichet.erasing', 'on', true)`.execute(tx);
}

const json_cures: readonly Cure[] = ['json', 'free_json', 'empty_list'];

/** Updates the columns of one row. */
export async function redactRow(tx: Connection, place: Place, row: Row, changes: Row): Promise<void> {
  const sets = Object.entries(changes).map(([column, value]) => {
    const cure = place.cures[column];
    const isJson = cure !== undefined && json_cures.includes(cure) && value !== null;
    return sql`${sql.ref(column)} = ${isJson ? sql`${JSON.stringify(value)}::json` : value}`;
  });
  const key = place.key.map((column) => sql`${sql.ref(column)} = ${row[column]}`);
  await sql`update ${sql.table(place.table)} set ${sql.join(sets)} where ${sql.join(key, sql` and `)}`.execute(
    tx,
  );
}

/** Removes payments from their customers' lists. The caller removes the customers from the payments. */
export async function unlistPayments(
  tx: Connection,
  merchant_id: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    delete from customer_payments as link
    using payments as payment
    where payment.merchant_id = ${merchant_id} and payment.id = any (${[...ids]}::text[])
      and link.customer_id = payment.customer_id and link.merchant_id = payment.merchant_id
      and link.payment_id = payment.id`.execute(tx);
}

/** Ends the links that ask the person for money, which the caller has locked. */
export async function endLinks(
  tx: Connection,
  merchant_id: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update payment_links set status = 'ended', updated_at = ${now}
    where merchant_id = ${merchant_id} and id = any (${[...ids]}::text[]) and status <> 'ended'`.execute(tx);
}

/** @returns how many were deleted */
export async function deleteCustomers(
  tx: Connection,
  merchant_id: string,
  ids: readonly string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from customers where merchant_id = ${merchant_id} and id = any (${[...ids]}::text[])`.execute(tx);
  return Number(numAffectedRows);
}

/** Whether a payment is in the list of one of these customers. */
export async function hasPayments(
  db: Connection,
  merchant_id: string,
  customers: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select from customer_payments
    where customer_id = any (${[...customers]}::text[]) and merchant_id = ${merchant_id} limit 1`.execute(db);
  return rows.length > 0;
}

/** Lists the numbers in payments and attempts. */
export async function listPhones(
  tx: Connection,
  merchant_id: string,
  { touched, attempts }: Subjects,
): Promise<string[]> {
  const { rows } = await sql<{ phone: string }>`
    select customer_phone as phone from payments
    where merchant_id = ${merchant_id} and id = any (${[...touched]}::text[]) and customer_phone is not null
    union
    select phone from attempts
    where merchant_id = ${merchant_id} and id = any (${[...attempts]}::text[]) and phone like '+%'`.execute(
    tx,
  );
  return rows.map(({ phone }) => phone);
}

/** Records an erasure and its extent in the audit log, without identifying the person. */
export async function recordErasure(
  tx: Connection,
  merchant_id: string,
  object_id: string,
  counts: Readonly<Record<string, number>>,
): Promise<void> {
  await sql`
    insert into audit_log (merchant_id, author_kind, author_id, author_name, address, request_id, action, object_type,
      object_id, after)
    select ${merchant_id}, author ->> 'kind', author ->> 'id', author ->> 'name', author ->> 'address',
      author ->> 'request_id', 'deleted', 'personal_data', ${object_id}, ${JSON.stringify(counts)}::jsonb
    from (
      select coalesce(nullif(current_setting('guichet.author', true), ''), '{"kind": "service"}')::jsonb as author
    ) as said`.execute(tx);
}

/** Deletes the oldest calls to providers, up to a limit. @returns how many were deleted */
export async function deleteOldCalls(db: Connection, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from operator_calls
    where ctid = any (array(
      select ctid from operator_calls
      where created_at < now() - make_interval(days => ${days}::int) limit ${limit}
    ))`.execute(db);
  return Number(numAffectedRows);
}

/** Whether anything of a person was created within a number of days, by the database's clock. */
export async function wasActive(
  tx: Connection,
  merchant_id: string,
  { customers, touched, attempts, payouts, refunds, links }: Subjects,
  days: number,
): Promise<boolean> {
  const isYoung = (table: string, ids: readonly string[]) => sql`exists (
    select from ${sql.table(table)}
    where merchant_id = ${merchant_id} and id = any (${[...ids]}::text[])
      and created_at >= now() - make_interval(days => ${days}::int)
  )`;
  const { rows } = await sql<{ is_young: boolean }>`
    select ${isYoung('customers', customers)} or ${isYoung('payments', touched)}
      or ${isYoung('attempts', attempts)} or ${isYoung('payouts', payouts)}
      or ${isYoung('refunds', refunds)} or ${isYoung('payment_links', links)} as is_young`.execute(tx);
  return rows[0]?.is_young === true;
}

/**
 * Lists some of the customers who have had no payment or payout for a number of days. The order is random, so that
 * customers who cannot be erased do not delay the others.
 */
export async function listIdleCustomers(
  db: Connection,
  days: number,
  limit: number,
): Promise<{ readonly merchant_id: string; readonly id: string }[]> {
  const { rows } = await sql<{ merchant_id: string; id: string }>`
    select merchant_id, id from (
      select customer.merchant_id, customer.id from customers as customer
      where customer.created_at < now() - make_interval(days => ${days}::int)
        and not exists (
          select from customer_payments as link
          join payments on payments.merchant_id = link.merchant_id and payments.id = link.payment_id
          where link.merchant_id = customer.merchant_id and link.customer_id = customer.id
            and payments.created_at >= now() - make_interval(days => ${days}::int)
        )
        and not exists (
          select from payouts
          where payouts.merchant_id = customer.merchant_id and payouts.mode = customer.mode
            and payouts.recipient_phone = customer.phone
            and payouts.created_at >= now() - make_interval(days => ${days}::int)
        )
      limit 1000
    ) as idle
    order by random() limit ${limit}`.execute(db);
  return rows;
}
