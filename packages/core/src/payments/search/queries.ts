import { lowestIdAt } from '@guichet/kernel/ids';
import { operators } from '@guichet/operators/catalogue';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { begins } from '../../customers/browse/queries.ts';
import type { Mode } from '../../database/columns.ts';
import type { Connection } from '../../database/connect.ts';
import type { PaymentTable } from '../../database/tables/payments.ts';
import type { Filter } from './read-filter.ts';
import type { Wanted } from './read-text.ts';

/** A payment as lists show it. */
export type FoundPayment = Omit<
  Selectable<PaymentTable>,
  'sequence' | 'return_url' | 'cancel_url' | 'session_token'
> & {
  readonly refunded_minor: bigint;
  readonly needs_person: boolean;
};

/** Where to look: a merchant's payments of one mode with ids below `before` and not below `from`. */
export interface Span {
  readonly merchant_id: string;
  readonly mode: Mode;
  readonly before: string | null;
  readonly from: string | null;
}

/** Gives ids of payments, each once; the statement that uses it adds order and limit. */
export type Source = (span: Span) => RawBuilder<unknown>;

/** Candidates that are looked at in one go. It bounds the time that a page takes when next to nothing matches. */
export const walk_max = 10_000;

const within = (column: string, { before, from }: Span): RawBuilder<unknown> => sql`
  ${before === null ? sql`` : sql`and ${sql.ref(column)} < ${before}`}
  ${from === null ? sql`` : sql`and ${sql.ref(column)} >= ${from}`}`;

/** All of them. */
export const newest: Source = (span) => sql`
  select id from payments where merchant_id = ${span.merchant_id} and mode = ${span.mode} ${within('id', span)}`;

/** Those that came to a status, once or more often; most of them are still in it. */
export function cameTo(status: 'failed' | 'cancelled' | 'expired'): Source {
  return (span) => sql`
    select distinct payment_id as id from payment_transitions
    where merchant_id = ${span.merchant_id} and to_status = ${status} ${within('payment_id', span)}`;
}

/** Those with an open attempt, which are those that are processing. */
export const processing: Source = (span) => sql`
  select payment_id as id from attempts
  where merchant_id = ${span.merchant_id} and status in ('created', 'submitted', 'unknown') ${within('payment_id', span)}`;

/** Those whose session goes on: nobody has begun to pay, or one may try again. */
export const waiting: Source = (span) => sql`
  select payment_id as id from checkout_sessions
  where merchant_id = ${span.merchant_id} and mode = ${span.mode} and status = 'active' ${within('payment_id', span)}`;

/** Those that a person has to look into, for the payment itself or for money of it that goes back. */
export const needingPerson: Source = (span) => sql`
  select payment_id as id from attempts
  where merchant_id = ${span.merchant_id} and mode = ${span.mode} and needs_person ${within('payment_id', span)}
  union
  select payment_id from refunds
  where merchant_id = ${span.merchant_id} and mode = ${span.mode} and needs_person ${within('payment_id', span)}`;

/** A customer's. */
export function ofCustomer(customer_id: string): Source {
  return (span) => sql`
    select id from payments
    where merchant_id = ${span.merchant_id} and customer_id = ${customer_id} ${within('id', span)}`;
}

/** Everything that a text may mean, each found through an index of its own. */
export function sourcesOf(wanted: Wanted): Source[] {
  const { payment_ids, reference, attempt_id, refund_id, customer_id, attempt_reference } = wanted;
  const { phones, phone_begins, word_begins, metadata_word, provider_reference } = wanted;
  const sources: Source[] = [
    (span) => sql`
      select id from payments
      where merchant_id = ${span.merchant_id} and metadata is not null
        and metadata_words(metadata) @> array[${metadata_word}::text] ${within('id', span)}`,
    (span) => sql`
      select distinct payment_id as id from attempts
      where account_id = any (array(select id from connector_accounts where merchant_id = ${span.merchant_id}))
        and provider_reference = ${provider_reference} ${within('payment_id', span)}`,
  ];
  if (payment_ids) {
    const [lowest, highest] = payment_ids;
    sources.push((span) => sql`${newest(span)} and id between ${lowest} and ${highest}`);
  }
  if (reference !== null) {
    sources.push(
      (span) => sql`
        select id from payments
        where merchant_id = ${span.merchant_id} and "right"(id, 10) = ${reference} ${within('id', span)}`,
    );
  }
  if (attempt_id !== null) sources.push(theOne('attempts', 'id', attempt_id));
  if (refund_id !== null) sources.push(theOne('refunds', 'id', refund_id));
  if (attempt_reference !== null) sources.push(theOne('attempts', 'reference', attempt_reference));
  if (customer_id !== null) sources.push(ofCustomer(customer_id));
  if (phones.length > 0) {
    sources.push(triedBy(phones), ofCustomers(sql`phone = any (${[...phones]}::text[])`));
  }
  if (phone_begins !== null) sources.push(ofCustomers(begins(sql`phone collate "C"`, phone_begins)));
  if (word_begins !== null) {
    const email = sql`lower(email collate "C")`;
    sources.push(
      ofCustomers(sql`phone is null and email is not null and ${begins(email, word_begins)}`),
      ofCustomers(sql`phone is not null and email is not null and ${begins(email, word_begins)}`),
      ofCustomers(begins(sql`lower(first_name collate "C")`, word_begins)),
      ofCustomers(begins(sql`lower(last_name collate "C")`, word_begins)),
    );
  }
  return sources;
}

function theOne(table: 'attempts' | 'refunds', column: 'id' | 'reference', value: string): Source {
  return (span) => sql`
    select payment_id as id from ${sql.table(table)}
    where merchant_id = ${span.merchant_id} and ${sql.ref(column)} = ${value} ${within('payment_id', span)}`;
}

/** Tries of these numbers, whoever the customer was said to be. Those in flight end within minutes. */
function triedBy(phones: readonly string[]): Source {
  return (span) => {
    const by = sql`merchant_id = ${span.merchant_id} and mode = ${span.mode} and phone = any (${[...phones]}::text[])`;
    return sql`
      select payment_id as id from attempts where ${by} and status = 'success' ${within('payment_id', span)}
      union
      select payment_id from attempts where ${by} and status in ('failed', 'unknown') ${within('payment_id', span)}`;
  };
}

/** More customers than this are not what anybody looks for. */
const customers_max = 100;

function ofCustomers(condition: RawBuilder<unknown>): Source {
  return (span) => sql`
    select payment.id
    from (
      select id from customers
      where merchant_id = ${span.merchant_id} and mode = ${span.mode} and ${condition}
      limit ${customers_max}
    ) as customer
    cross join lateral (
      select payments.id from payments
      where merchant_id = ${span.merchant_id} and customer_id = customer.id ${within('payments.id', span)}
      order by payments.id desc limit ${walk_max}
    ) as payment`;
}

/** Ids carry the time at which they were made, by the clock that writes `created_at` a moment later. */
const slack_ms = 60 * 60 * 1000;

/** The ids among which payments of a period are; the exact times are compared besides. */
export function idsOfPeriod({ since, until }: Pick<Filter, 'since' | 'until'>): {
  from: string | null;
  before: string | null;
} {
  const at = (moment: Date, slack: number) => lowestIdAt('payment', new Date(moment.getTime() + slack));
  return {
    from: since === undefined ? null : at(since, -slack_ms),
    before: until === undefined ? null : at(until, slack_ms),
  };
}

/**
 * The first payments that match, newest first, of the newest {@link walk_max} that a source gives.
 *
 * @param limit rows at most
 */
export async function findAmong(
  db: Connection,
  source: Source,
  span: Span,
  filter: Filter,
  limit: number,
): Promise<FoundPayment[]> {
  const { rows } = await sql<FoundPayment>`
    -- Planned by what all of it would cost, and read only as far as it is needed.
    with candidate as materialized (
      select id from (${source(span)}) as candidates order by id desc limit ${walk_max}
    )
    select payment.*, coalesce((
        select sum(refunds.amount_minor) from refunds
        join attempts on attempts.merchant_id = refunds.merchant_id and attempts.id = refunds.attempt_id
        where refunds.merchant_id = payment.merchant_id and refunds.payment_id = payment.id
          and refunds.status = 'success' and not attempts.duplicate
      ), 0)::bigint as refunded_minor,
      ${needsPerson('payment')} as needs_person
    from candidate
    -- Looked up one by one, in this order, until there are enough.
    cross join lateral (
      select merchant_id, id, mode, status, currency, amount_minor, fee_minor, charged_minor, operator, description,
        metadata, customer_phone, customer_email, customer_first_name, customer_last_name, failure_reason,
        failure_operator_code, late, customer_id, created_at, paid_at
      from payments
      where merchant_id = ${span.merchant_id} and id = candidate.id and mode = ${span.mode} ${matching(filter)}
      offset 0
    ) as payment
    order by candidate.id desc
    limit ${limit}`.execute(db);
  return rows;
}

/** The last of the newest {@link walk_max} candidates; undefined when there are not that many. */
export async function findWalkEnd(
  db: Connection,
  source: Source,
  span: Span,
): Promise<{ id: string; created_at: Date } | undefined> {
  const { rows } = await sql<{ id: string; created_at: Date }>`
    select payments.id, payments.created_at
    from (
      select id from (${source(span)}) as candidates order by id desc offset ${walk_max - 1} limit 1
    ) as candidate
    join payments on payments.merchant_id = ${span.merchant_id} and payments.id = candidate.id`.execute(db);
  return rows[0];
}

function matching(filter: Filter): RawBuilder<unknown> {
  const { statuses, operator, country, currency, amount_min_minor, amount_max_minor, since, until } = filter;
  const conditions: RawBuilder<unknown>[] = [];
  if (statuses) conditions.push(sql`status = any (${[...statuses]}::text[])`);
  if (operator !== undefined) conditions.push(sql`operator = ${operator}`);
  if (country !== undefined) conditions.push(ofCountry(country));
  if (currency !== undefined) conditions.push(sql`currency = ${currency}`);
  if (amount_min_minor !== undefined) conditions.push(sql`amount_minor >= ${amount_min_minor}`);
  if (amount_max_minor !== undefined) conditions.push(sql`amount_minor <= ${amount_max_minor}`);
  if (since) conditions.push(sql`created_at >= ${since}`);
  if (until) conditions.push(sql`created_at < ${until}`);
  if (filter.needs_person) conditions.push(needsPerson('payments'));
  return conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`;
}

function needsPerson(payments: string): RawBuilder<unknown> {
  const some = (table: string) => sql`exists (
    select from ${sql.table(table)} as waiting
    where waiting.merchant_id = ${sql.ref(`${payments}.merchant_id`)} and waiting.mode = ${sql.ref(`${payments}.mode`)}
      and waiting.payment_id = ${sql.ref(`${payments}.id`)} and waiting.needs_person
  )`;
  return sql`(${some('attempts')} or ${some('refunds')})`;
}

function ofCountry(country: string): RawBuilder<unknown> {
  const own = operators.filter((operator) => operator.country === country);
  const codes = own.map(({ code }) => code);
  const calling_code = own[0]?.calling_code;
  const byOperator = sql`operator = any (${codes}::text[])`;
  if (calling_code === undefined) return byOperator;
  return sql`(${byOperator} or operator is null and starts_with(customer_phone, ${`+${calling_code}`}))`;
}
