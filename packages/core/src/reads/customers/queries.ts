import { type RawBuilder, sql } from 'kysely';
import type { Customer } from '../../payments/customer/queries.ts';
import type { Mode } from '../../platform/database/columns.ts';
import type { Connection } from '../../platform/database/connect.ts';

/** A search for customers; the newest matches are returned. */
export interface CustomerSearch {
  readonly merchant_id: string;
  readonly mode: Mode;
  readonly country: string | null;
  /** The id of a customer; only older customers are returned. */
  readonly before: string | null;
  readonly limit: number;
}

/** The possible meanings of a search text, one for each indexed column of customers that is searched. */
export interface CustomerWords {
  readonly id: string | null;
  readonly phones: readonly string[];
  readonly phone_begins: string | null;
  /** In lower case. */
  readonly word_begins: string | null;
}

/** The maximum number of customers with the same prefix that are searched. */
const alike_max = 1000;

/** Searches customers, newest first. */
export async function searchCustomers(
  db: Connection,
  { merchant_id, mode, country, before, limit }: CustomerSearch,
  words: CustomerWords,
): Promise<Customer[]> {
  const some = (condition: RawBuilder<unknown>) => sql`
    (select id from customers where merchant_id = ${merchant_id} and mode = ${mode} and ${condition} limit ${alike_max})`;
  const branches = conditionsOf(words).map(some);
  if (branches.length === 0) return [];
  const { rows } = await sql<Customer>`
    select customers.*
    from (${sql.join(branches, sql` union `)}) as found
    join customers on customers.merchant_id = ${merchant_id} and customers.id = found.id
    where true
      ${country === null ? sql`` : sql`and customers.country = ${country}`}
      ${before === null ? sql`` : sql`and customers.id < ${before}`}
    order by customers.id desc
    limit ${limit}`.execute(db);
  return rows;
}

function conditionsOf({ id, phones, phone_begins, word_begins }: CustomerWords): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (id !== null) conditions.push(sql`id = ${id}`);
  if (phones.length > 0) conditions.push(sql`phone = any (${[...phones]}::text[])`);
  if (phone_begins !== null) {
    // The condition of the index, so that PostgreSQL can use it.
    conditions.push(sql`coalesce(phone, '') <> '' and ${begins(sql`phone collate "C"`, phone_begins)}`);
  }
  if (word_begins !== null) {
    const email = sql`lower(email collate "C")`;
    conditions.push(
      sql`phone is null and email is not null and ${begins(email, word_begins)}`,
      sql`phone is not null and email is not null and ${begins(email, word_begins)}`,
      begins(sql`lower(first_name collate "C")`, word_begins),
      begins(sql`lower(last_name collate "C")`, word_begins),
    );
  }
  return conditions;
}

/** Matches a prefix in the "C" collation, whose order is by bytes, so that equal prefixes are adjacent. */
export function begins(column: RawBuilder<unknown>, beginning: string): RawBuilder<unknown> {
  return sql`${column} >= ${beginning} and ${column} < ${`${beginning}\u{10ffff}`}`;
}
