import { type Kysely, sql } from 'kysely';
import type { LateIndex } from './build-indexes.ts';

/**
 * Payments are found by the words of their description, by amount, by parts of their reference, and by what operators
 * call them. Not breaking: processes of the version before go on working, also while the indexes are built.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements: readonly string[] = [
  // Bodies that are read once, when they are made (see 0008). What is shorter than a word stands in every text; what is
  // longer than one was never typed.
  `create function text_words(text text) returns text[] language sql immutable strict parallel safe begin atomic
    select array_agg(distinct word)
    from regexp_split_to_table(
      regexp_replace(lower(text), '[][[:space:]_/.,;:!?()''’«»"+#&@|-]+', ' ', 'g'), ' ') as word
    where length(word) between 2 and 40;
  end`,
  `create function described_words(merchant_id text, period integer, description text) returns bigint[]
    language sql immutable strict parallel safe begin atomic
    select array_agg(word_key(merchant_id, period, word)) from unnest(text_words(description)) as word;
  end`,
];

/** None has a column that changes while a payment is paid, but for what an operator calls an attempt. */
export const indexes: readonly LateIndex[] = [
  { name: 'payments_by_amount', on: 'payments (merchant_id, mode, currency, amount_minor, id)' },
  { name: 'payments_reference_end', on: 'payments (merchant_id, reverse("right"(id, 10)))' },
  // What was charged is the amount where there is no fee.
  {
    name: 'attempts_by_charge',
    on: 'attempts (merchant_id, mode, currency, charged_minor, payment_id) where fee_minor <> 0',
  },
  {
    name: 'attempts_provider_reference',
    on: `attempts (merchant_id, (lower(provider_reference collate "C"))) where provider_reference is not null`,
  },
  {
    name: 'attempts_receipt',
    on: `attempts (merchant_id, (lower(receipt collate "C"))) where receipt is not null`,
  },
  {
    name: 'refunds_provider_reference',
    on: `refunds (merchant_id, (lower(provider_reference collate "C"))) where provider_reference is not null`,
  },
];
