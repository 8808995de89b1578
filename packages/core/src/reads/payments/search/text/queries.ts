import { type RawBuilder, sql } from 'kysely';
import { walk_max } from '../../../../platform/lists/queries.ts';
import { begins } from '../../../customers/queries.ts';
import { newest, ofCustomer, type Source, type Span, within } from '../queries.ts';
import type { WantedAmount } from './read-amounts.ts';
import { part_min, type Wanted } from './read-text.ts';

/** Lists one source for each possible meaning of a text, each with its own index. */
export function sourcesOf(wanted: Wanted): Source[] {
  const { payment_ids, reference, reference_part, attempt_id, refund_id, customer_id } = wanted;
  const { phones, phone_begins, word_begins, metadata_word, attempt_reference } = wanted;
  const { described_as, amounts, called } = wanted;
  const sources: Source[] = [havingWord(metadata_word), calledByOperator(called)];
  if (described_as !== null) sources.push(describedAs(described_as));
  if (amounts.length > 0) sources.push(ofAmounts(amounts));
  if (payment_ids) {
    const [lowest, highest] = payment_ids;
    sources.push((span) => sql`${newest(span)} and id between ${lowest} and ${highest}`);
  }
  if (reference !== null) sources.push(referred(forwards, reference));
  if (reference_part !== null) {
    sources.push(
      referred(forwards, reference_part),
      referred(backwards, [...reference_part].reverse().join('')),
    );
  }
  if (attempt_id !== null) sources.push(theOne('attempts', 'id', attempt_id));
  if (refund_id !== null) sources.push(theOne('refunds', 'id', refund_id));
  if (attempt_reference !== null) sources.push(theOne('attempts', 'reference', attempt_reference));
  if (customer_id !== null) sources.push(ofCustomer(customer_id));
  if (phones.length > 0) {
    sources.push(triedBy(phones), ofCustomers(sql`phone = any (${[...phones]}::text[])`));
  }
  if (phone_begins !== null)
    sources.push(
      ofCustomers(sql`coalesce(phone, '') <> '' and ${begins(sql`phone collate "C"`, phone_begins)}`),
    );
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

/**
 * Makes a source of payments that are found through an index of words. The index is divided into periods and the
 * newest come first, so that searching for a word that is in almost all payments costs no more than searching for a
 * rare one.
 *
 * @param column the column with the indexed words
 * @param found returns the condition on the index for one period, which is in the column `period`
 * @param isMeant a condition on the column itself, because the index only has hashes of words
 */
function byWords(
  column: 'metadata' | 'description',
  found: (merchant_id: string) => RawBuilder<unknown>,
  isMeant: RawBuilder<unknown>,
): Source {
  const source = (span: Span): RawBuilder<unknown> => {
    const own = sql`merchant_id = ${span.merchant_id} and mode = ${span.mode}`;
    const words = sql.ref(column);
    return sql`
      select found.id
      from generate_series(
        id_period(least(${span.before}::text, (select id from payments where ${own} order by id desc limit 1))),
        id_period(greatest(${span.from}::text, (select id from payments where ${own} order by id limit 1))),
        -1
      ) as period
      cross join lateral (
        select id, ${words} from (
          -- By this index alone: the planner knows too little to choose it.
          select merchant_id, mode, id, ${words} from payments
          where ${words} is not null and ${found(span.merchant_id)}
          offset 0
        ) as payment
        where ${own} ${within('id', span)}
        order by id desc
        offset 0
      ) as found
      -- Examined one by one, as far as needed.
      where ${isMeant}
      limit ${walk_max}`;
  };
  return Object.assign(source, { is_ordered: true as const });
}

/** The expression of the index. */
const words_of_payment = sql`payment_words(merchant_id, id_period(id), metadata, description)`;

/** Makes a source of payments with a value in their metadata. */
function havingWord(word: string): Source {
  return byWords(
    'metadata',
    (merchant_id) => sql`${words_of_payment} @> array[word_key(${merchant_id}::text, period, ${word}::text)]`,
    sql`exists (
      select from json_each_text(found.metadata) as entry where lower(entry.value collate "C") = ${word}
    )`,
  );
}

/** Makes a source of payments with all words of a text in their description. */
function describedAs(text: string): Source {
  return byWords(
    'description',
    (merchant_id) =>
      sql`${words_of_payment} @> payment_words(${merchant_id}::text, period, null, ${text}::text)`,
    sql`text_words(found.description) @> text_words(${text}::text)`,
  );
}

const lowest_id = `pay_${'0'.repeat(26)}`;
const highest_id = `pay_${'Z'.repeat(26)}`;

/** Makes a source of payments with one of these amounts, before or after the fee. */
function ofAmounts(amounts: readonly WantedAmount[]): Source {
  const currencies = amounts.map(({ currency }) => currency);
  const minors = amounts.map(({ amount_minor }) => String(amount_minor));
  return (span) => {
    const own = sql`merchant_id = ${span.merchant_id} and mode = ${span.mode} and currency = wanted.currency`;
    // The range has both bounds and is ordered by both columns. Otherwise, if all payments have the same amount,
    // the planner would search for any other amount by scanning all payments, because it expects a match soon, and
    // it would do so for each currency.
    const bounded = (amount: string, id: string) => {
      const both = sql`(${sql.ref(amount)}, ${sql.ref(id)})`;
      const to =
        span.before === null
          ? sql`<= (wanted.amount_minor, ${highest_id})`
          : sql`< (wanted.amount_minor, ${span.before})`;
      return sql`${both} >= (wanted.amount_minor, ${span.from ?? lowest_id}) and ${both} ${to}`;
    };
    return sql`
      select payment.id
      from unnest(${currencies}::text[], ${minors}::bigint[]) as wanted (currency, amount_minor)
      cross join lateral (
        (
          select id from payments where ${own} and ${bounded('amount_minor', 'id')}
          order by amount_minor desc, id desc limit ${walk_max}
        )
        union
        (
          select payment_id from (
            select distinct charged_minor, payment_id from attempts
            where ${own} and ${bounded('charged_minor', 'payment_id')} and fee_minor <> 0
            order by charged_minor desc, payment_id desc limit ${walk_max}
          ) as charged
        )
      ) as payment`;
  };
}

/** The maximum number of references with the same prefix, ours or an operator's, that are searched. */
const alike_max = 500;

/**
 * Makes a source of payments with an attempt or a refund whose operator reference or receipt number is this text,
 * or begins with it.
 */
function calledByOperator(name: string): Source {
  const some = (span: Span, table: 'attempts' | 'refunds', column: 'provider_reference' | 'receipt') => {
    const called = sql`lower(${sql.ref(column)} collate "C")`;
    const meant = name.length < part_min ? sql`${called} = ${name}` : begins(called, name);
    // In index order, in which an exact match comes first.
    return sql`(
      select payment_id as id from ${sql.table(table)}
      where merchant_id = ${span.merchant_id} and ${sql.ref(column)} is not null and ${meant}
      order by merchant_id, ${called} limit ${alike_max}
    )`;
  };
  return (span) => sql`
    select id from (
      ${some(span, 'attempts', 'provider_reference')}
      union
      ${some(span, 'attempts', 'receipt')}
      union
      ${some(span, 'refunds', 'provider_reference')}
    ) as called
    where true ${within('id', span)}`;
}

/** The expressions of the two indexes of references. */
const forwards = sql`"right"(id, 10)`;
const backwards = sql`reverse("right"(id, 10))`;

/**
 * Makes a source of payments whose reference has this prefix. If there are too many, it contains only the first in
 * index order.
 */
function referred(reference: RawBuilder<unknown>, beginning: string): Source {
  // Crockford's digits sort in this order in every collation.
  const lowest = beginning.padEnd(10, '0');
  const highest = beginning.padEnd(10, 'Z');
  return (span) => sql`
    select id from (
      select id from payments
      where mode = ${span.mode} and merchant_id = ${span.merchant_id} and ${reference} between ${lowest} and ${highest}
      order by ${reference} limit ${alike_max}
    ) as referred
    where true ${within('id', span)}`;
}

function theOne(table: 'attempts' | 'refunds', column: 'id' | 'reference', value: string): Source {
  return (span) => sql`
    select payment_id as id from ${sql.table(table)}
    where merchant_id = ${span.merchant_id} and ${sql.ref(column)} = ${value} ${within('payment_id', span)}`;
}

/**
 * Makes a source of payments with attempts from these numbers, including payments of other customers. Attempts in
 * flight are left out, because they end within minutes.
 */
function triedBy(phones: readonly string[]): Source {
  return (span) => {
    const by = sql`merchant_id = ${span.merchant_id} and mode = ${span.mode} and phone = any (${[...phones]}::text[])`;
    return sql`
      select payment_id as id from attempts where ${by} and status = 'success' ${within('payment_id', span)}
      union
      select payment_id from attempts where ${by} and status in ('failed', 'unknown', 'held', 'reversed') ${within('payment_id', span)}`;
  };
}

/** The maximum number of matching customers whose payments are searched. */
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
      select payment_id as id from customer_payments
      where customer_id = customer.id and merchant_id = ${span.merchant_id} ${within('payment_id', span)}
      order by payment_id desc limit ${walk_max}
    ) as payment`;
}
