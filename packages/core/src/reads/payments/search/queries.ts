import { lowestIdAt } from '@guichet/kernel/ids';
import { operators } from '@guichet/operators/catalogue';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Mode } from '../../../platform/database/columns.ts';
import type { Connection } from '../../../platform/database/connect.ts';
import type { PaymentTable } from '../../../platform/database/tables/payments.ts';
import { walk_max } from '../../../platform/lists/queries.ts';
import type { Filter } from './read-filter.ts';
import type { Attention } from './schemas.ts';

/** A payment in a list. */
export type FoundPayment = Omit<
  Selectable<PaymentTable>,
  'sequence' | 'return_url' | 'cancel_url' | 'session_token' | 'customer_is_payer'
> & {
  readonly refunded_minor: bigint;
  readonly needs_review: boolean;
};

/** A range to search: a merchant's payments of one mode with ids below `before` and not below `from`. */
export interface Span {
  readonly merchant_id: string;
  readonly mode: Mode;
  readonly before: string | null;
  readonly from: string | null;
}

/**
 * Returns a query for the ids of payments, each once. The statement that uses it adds the order and the limit if
 * the source has none.
 */
export interface Source {
  (span: Span): RawBuilder<unknown>;
  /** Whether the source returns ids newest first, and no more than are examined. */
  readonly is_ordered?: true;
}

export const within = (column: string, { before, from }: Span): RawBuilder<unknown> => sql`
  ${before === null ? sql`` : sql`and ${sql.ref(column)} < ${before}`}
  ${from === null ? sql`` : sql`and ${sql.ref(column)} >= ${from}`}`;

/**
 * Sorts and limits ids newest first. A source that removes duplicate ids must contain this itself: otherwise
 * PostgreSQL would gather all ids before using the first.
 */
const newestFirst = (column: string): RawBuilder<unknown> =>
  sql`order by ${sql.ref(column)} desc limit ${walk_max}`;

/** All payments. */
export const newest: Source = (span) => sql`
  select id from payments where merchant_id = ${span.merchant_id} and mode = ${span.mode} ${within('id', span)}`;

/**
 * Makes a source of payments that reached a status at least once; most of them still have it. The status is a
 * literal, because a plan made for a parameter could not use the partial index.
 */
export function cameTo(status: 'failed' | 'cancelled' | 'expired' | 'reversed'): Source {
  return (span) => sql`
    select distinct payment_id as id from payment_transitions
    where merchant_id = ${span.merchant_id} and to_status = ${sql.lit(status)} ${within('payment_id', span)}
    ${newestFirst('payment_id')}`;
}

/**
 * The source of payments with an open attempt, or with held money about which no decision has been made. It
 * contains all payments in `processing`, and some others.
 */
export const processing: Source = (span) => sql`
  select payment_id as id from attempts
  where merchant_id = ${span.merchant_id} and status in ('created', 'submitted', 'unknown') ${within('payment_id', span)}
  union
  select payment_id from attempts
  where merchant_id = ${span.merchant_id} and mode = ${span.mode} and needs_review and status = 'held'
    ${within('payment_id', span)}`;

/** The source of payments whose session is active, so that they have no attempt yet or can be retried. */
export const waiting: Source = (span) => sql`
  select payment_id as id from checkout_sessions
  where merchant_id = ${span.merchant_id} and mode = ${span.mode} and ended_at is null ${within('payment_id', span)}`;

/** Open for over an hour, by the database's clock; operators finish payments within minutes. */
const slow = sql`not needs_review and status in ('created', 'submitted', 'unknown')
  and created_at < now() - interval '1 hour'`;

/** The conditions on attempts and on refunds for each reason for attention; null where it does not apply. */
const attention: Readonly<
  Record<
    Attention,
    { readonly attempts: RawBuilder<unknown> | null; readonly refunds: RawBuilder<unknown> | null }
  >
> = {
  true: { attempts: sql`needs_review`, refunds: sql`needs_review` },
  unknown: { attempts: sql`needs_review and not duplicate`, refunds: null },
  duplicate: { attempts: sql`needs_review and duplicate`, refunds: null },
  refund: { attempts: null, refunds: sql`needs_review` },
  slow: { attempts: slow, refunds: null },
};

/** Makes a source of payments that need attention themselves, or because of one of their refunds. */
export function needing(kind: Attention): Source {
  return (span) => {
    const some = Object.entries(attention[kind]).flatMap(([table, condition]) =>
      condition === null
        ? []
        : sql`
          select distinct payment_id as id from ${sql.table(table)}
          where merchant_id = ${span.merchant_id} and mode = ${span.mode} and ${condition} ${within('payment_id', span)}`,
    );
    return sql.join(some, sql` union `);
  };
}

/** Makes a source of a customer's payments. */
export function ofCustomer(customer_id: string): Source {
  return (span) => sql`
    select payment_id as id from customer_payments
    where customer_id = ${customer_id} and merchant_id = ${span.merchant_id} ${within('payment_id', span)}`;
}

/** Makes a source of the payments through a payment link. */
export function ofLink(payment_link_id: string): Source {
  return (span) => sql`
    select id from payments
    where payment_link_id = ${payment_link_id} and merchant_id = ${span.merchant_id} ${within('id', span)}`;
}

/** Makes a source of the payments of a shift. */
export function ofShift(shift_id: string): Source {
  return (span) => sql`
    select id from payments
    where shift_id = ${shift_id} and merchant_id = ${span.merchant_id} ${within('id', span)}`;
}

/** Makes a source of payments with an attempt at an operator, successful or not. */
export function triedWith(operator: string): Source {
  return (span) => sql`
    select distinct payment_id as id from attempts
    where merchant_id = ${span.merchant_id} and mode = ${span.mode} and operator = ${operator}
      ${within('payment_id', span)}
    ${newestFirst('payment_id')}`;
}

/** The tolerance between the time in an id and `created_at`, which is set by a different clock a moment later. */
const slack_ms = 60 * 60 * 1000;

/** Returns the range of ids of the payments in a period. The exact times must be compared as well. */
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

const columns = sql`merchant_id, id, mode, status, currency, amount_minor, fee_minor, charged_minor, received_minor, received_currency, operator,
  description, metadata, customer_phone, customer_email, customer_first_name, customer_last_name, failure_reason,
  failure_operator_code, late, customer_id, payment_link_id, created_at, paid_at`;

/**
 * Finds some matching payments among the newest {@link walk_max} of a source, in no particular order.
 *
 * @param limit the maximum number of rows
 * @returns the rows, and the last id examined if there are fewer rows than the limit and the source may have
 * more
 */
export async function findAmong(
  db: Connection,
  source: Source,
  span: Span,
  filter: Filter,
  limit: number,
): Promise<{ readonly rows: FoundPayment[]; readonly end: string | null }> {
  const { rows } = await sql<FoundPayment & { readonly end_id: string | null }>`
    -- Planned by the cost of all of it, and read only as far as needed.
    with candidate as materialized (
      select id from (${source(span)}) as candidates ${source.is_ordered ? sql`` : newestFirst('id')}
    )
    select * from (
      select null::text as end_id, payment.*, coalesce((
          select sum(refunds.amount_minor) from refunds
          where refunds.merchant_id = payment.merchant_id and refunds.payment_id = payment.id
            and refunds.currency = payment.currency and refunds.status = 'success' and refunds.source = 'balance'
        ), 0)::bigint as refunded_minor,
        ${isNeeding('payment', 'true')} as needs_review
      from candidate
      -- Looked up one by one, in this order, until there are enough.
      cross join lateral (
        select ${columns} from payments
        where merchant_id = ${span.merchant_id} and id = candidate.id and mode = ${span.mode} ${matching(filter)}
        offset 0
      ) as payment
      limit ${limit}
    ) as found
    union all
    -- Not reached when the page is full.
    select ended.id, payment.*, 0, false
    from (select id from candidate offset ${walk_max - 1}) as ended
    left join (select ${columns} from payments) as payment on false
    limit ${limit}`.execute(db);
  const last = rows.find(({ end_id }) => end_id !== null);
  return { rows: rows.filter(({ end_id }) => end_id === null), end: last?.end_id ?? null };
}

function matching(filter: Filter): RawBuilder<unknown> {
  const {
    statuses,
    operator,
    country,
    currency,
    amount_min_minor,
    amount_max_minor,
    since,
    until,
    payment_link_id,
    shift_id,
  } = filter;
  const conditions: RawBuilder<unknown>[] = [];
  if (statuses) conditions.push(sql`status = any (${[...statuses]}::text[])`);
  if (operator !== undefined) conditions.push(sql`operator = ${operator}`);
  if (country !== undefined) conditions.push(ofCountry(country));
  if (currency !== undefined) conditions.push(sql`currency = ${currency}`);
  if (amount_min_minor !== undefined) conditions.push(sql`amount_minor >= ${amount_min_minor}`);
  if (amount_max_minor !== undefined) conditions.push(sql`amount_minor <= ${amount_max_minor}`);
  if (since) conditions.push(sql`created_at >= ${since}`);
  if (until) conditions.push(sql`created_at < ${until}`);
  if (payment_link_id !== undefined) conditions.push(sql`payment_link_id = ${payment_link_id}`);
  if (shift_id !== undefined) conditions.push(sql`shift_id = ${shift_id}`);
  if (filter.needs_review) conditions.push(isNeeding('payments', filter.needs_review));
  return conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`;
}

function isNeeding(payments: string, kind: Attention): RawBuilder<unknown> {
  const some = Object.entries(attention[kind]).flatMap(([table, condition]) =>
    condition === null
      ? []
      : sql`exists (
          select from (
            select payment_id from ${sql.table(table)}
            where merchant_id = ${sql.ref(`${payments}.merchant_id`)} and mode = ${sql.ref(`${payments}.mode`)}
              and ${condition}
          ) as waiting
          where waiting.payment_id = ${sql.ref(`${payments}.id`)}
        )`,
  );
  return sql`(${sql.join(some, sql` or `)})`;
}

function ofCountry(country: string): RawBuilder<unknown> {
  const own = operators.filter((operator) => operator.country === country);
  const codes = own.map(({ code }) => code);
  const calling_code = own[0]?.calling_code;
  const byOperator = sql`operator = any (${codes}::text[])`;
  if (calling_code === undefined) return byOperator;
  return sql`(${byOperator} or operator is null and starts_with(customer_phone, ${`+${calling_code}`}))`;
}
