import { type RawBuilder, type Selectable, sql } from 'kysely';
import pg from 'pg';
import type { Mode } from '../../platform/database/columns.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { ofMerchant, recordsOf } from '../../platform/database/records/queries.ts';
import type { CustomerTable } from '../../platform/database/tables/payments.ts';
import { forMany, isTogether } from '../../platform/groups/for-many.ts';

/** SQLSTATE. */
const unique_violation = '23505';

export type Customer = Selectable<CustomerTable>;

/** The identifying columns of a customer. */
export type KnownCustomer = Omit<Customer, 'country' | 'created_at'>;

/** A search for a customer. */
export interface Search {
  readonly merchant_id: string;
  readonly mode: Mode;
  /**
   * `phone`: the customer of the number. `email`: the one with this address and no number. `any_email`: the
   * first with a number and this address.
   */
  readonly by: 'phone' | 'email' | 'any_email';
  /** The number in E.164, or the address normalized by {@link emailKey}. */
  readonly key: string;
}

/** Details missing so far; null leaves a column unchanged. */
export type Supplement = Pick<Customer, 'merchant_id' | 'id' | 'email' | 'first_name' | 'last_name'>;

/**
 * Normalizes an address: addresses that differ only in the case of ASCII letters are equal. The result is that of
 * `lower(email collate "C")` in SQL, whatever the database's locale.
 */
export function emailKey(email: string): string {
  return email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

const known_columns = ['merchant_id', 'mode', 'id', 'phone', 'email', 'first_name', 'last_name'] as const;

const findSql = `
with asked as (
  select *
  from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as asked (merchant_id, mode, kind, key)
), found as (
  select customers.*
  from asked
  join customers on customers.merchant_id = asked.merchant_id
    and customers.mode is not distinct from asked.mode
    and customers.phone = asked.key and customers.phone = any ($4)
  where asked.kind = 'phone'
  union all
  select customers.*
  from asked
  join customers on customers.merchant_id = asked.merchant_id
    and customers.mode is not distinct from asked.mode
    and customers.phone is null
    and lower(customers.email collate "C") = asked.key and lower(customers.email collate "C") = any ($4)
  where asked.kind = 'email'
  union all
  select customer.*
  from asked
  cross join lateral (
    select *
    from customers
    where customers.merchant_id = asked.merchant_id
      and customers.mode is not distinct from asked.mode
      and customers.phone is not null
      and customers.email is not null
      and lower(customers.email collate "C") = asked.key
    order by customers.id
    limit 1
  ) as customer
  where asked.kind = 'any_email'
)
select ${known_columns.join(', ')} from found`;

/** Runs all searches of a group in one statement; missing customers are omitted. */
export async function findCustomers(pool: pg.Pool, searches: readonly Search[]): Promise<KnownCustomer[]> {
  const { rows } = await pool.query<KnownCustomer>({
    name: 'find_customers',
    text: findSql,
    values: [
      searches.map(({ merchant_id }) => merchant_id),
      searches.map(({ mode }) => mode),
      searches.map(({ by }) => by),
      searches.map(({ key }) => key),
    ],
  });
  return rows;
}

const insertSql = `
insert into customers (merchant_id, mode, id, phone, email, first_name, last_name, country, created_at)
select merchant_id, mode, id, phone, email, first_name, last_name, country, created_at
from unnest(
  $1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::timestamptz[]
) with ordinality as row (
  merchant_id, mode, id, phone, email, first_name, last_name, country, created_at, number
)
order by number
on conflict do nothing
returning ${known_columns.join(', ')}`;

/**
 * Inserts customers. A customer whose number or address was inserted meanwhile is skipped; the statement waits for
 * a transaction that is inserting it, so all writers must use the same order.
 *
 * @returns the inserted customers
 */
export async function insertCustomers(
  pool: pg.Pool,
  customers: readonly Customer[],
): Promise<KnownCustomer[]> {
  const { rows } = await pool.query<KnownCustomer>({
    name: 'insert_customers',
    text: insertSql,
    values: [
      customers.map((customer) => customer.merchant_id),
      customers.map((customer) => customer.mode),
      customers.map((customer) => customer.id),
      customers.map((customer) => customer.phone),
      customers.map((customer) => customer.email),
      customers.map((customer) => customer.first_name),
      customers.map((customer) => customer.last_name),
      customers.map((customer) => customer.country),
      customers.map((customer) => customer.created_at.toISOString()),
    ],
  });
  return rows;
}

const supplementSql = `
with supplement as (
  select *
  from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
    as supplement (merchant_id, id, email, first_name, last_name)
), held as (
  -- All statements lock several customers in this order, so that they cannot deadlock.
  select customers.merchant_id, customers.id
  from customers
  join supplement on supplement.merchant_id = customers.merchant_id and supplement.id = customers.id
  order by customers.merchant_id, customers.id
  for update of customers skip locked
)
update customers
set
  email = coalesce(customers.email, supplement.email),
  first_name = coalesce(customers.first_name, supplement.first_name),
  last_name = coalesce(customers.last_name, supplement.last_name)
from supplement
join held on held.merchant_id = supplement.merchant_id and held.id = supplement.id
where customers.merchant_id = supplement.merchant_id and customers.id = supplement.id`;

/**
 * Completes missing details in one statement; details that another transaction has added meanwhile are kept. Customers
 * that another transaction has locked are skipped: the details come again with their next session.
 */
export async function supplementCustomers(pool: pg.Pool, supplements: readonly Supplement[]): Promise<void> {
  await pool.query({
    name: 'supplement_customers',
    text: supplementSql,
    values: [
      supplements.map(({ merchant_id }) => merchant_id),
      supplements.map(({ id }) => id),
      supplements.map(({ email }) => email),
      supplements.map(({ first_name }) => first_name),
      supplements.map(({ last_name }) => last_name),
    ],
  });
}

/**
 * Locks, until the transaction ends, the customer of the number and the one with the address and no number.
 */
export async function lockByPhoneAndEmail(
  tx: Connection,
  contact: { merchant_id: string; mode: Mode; phone: string; email: string },
): Promise<Customer[]> {
  const { merchant_id, mode, phone } = contact;
  const own = sql`merchant_id = ${merchant_id} and mode is not distinct from ${mode}`;
  const ofNumber = sql`phone = ${phone}`;
  const ofAddress = sql`phone is null and lower(email collate "C") = ${emailKey(contact.email)}`;
  // Each is found by its own index. With the second condition alone, PostgreSQL may read all customers of the merchant.
  const { rows } = await sql<Customer>`
    select * from customers
    where id = any (array(
        select id from customers where ${own} and ${ofNumber}
        union all
        select id from customers where ${own} and ${ofAddress}
      ))
      and ${own} and (${ofNumber} or (${ofAddress}))
    order by id
    for update`.execute(tx);
  return rows;
}

/** @throws pg.DatabaseError 23505 when the number was inserted meanwhile */
export async function updateCustomer(
  tx: Connection,
  customer: Pick<Customer, 'merchant_id' | 'id'>,
  changes: Partial<Pick<Customer, 'phone' | 'country' | 'email' | 'first_name' | 'last_name'>>,
): Promise<void> {
  await tx
    .updateTable('customers')
    .set(changes)
    .where('merchant_id', '=', customer.merchant_id)
    .where('id', '=', customer.id)
    .execute();
}

/**
 * Gives a number to a customer without one, in the caller's transaction, which can continue in either case.
 *
 * @returns false when the number was inserted meanwhile
 */
export async function giveNumber(
  tx: Connection,
  customer: Pick<Customer, 'merchant_id' | 'id'>,
  number: Pick<Customer, 'phone' | 'country'>,
): Promise<boolean> {
  if (isTogether(tx)) {
    // No savepoint is set in a group, because it would cover the whole group. If the number was inserted meanwhile,
    // this statement fails, and every member of the group is run again alone.
    await updateCustomer(tx, customer, number);
    return true;
  }
  await sql`savepoint number`.execute(tx);
  try {
    await updateCustomer(tx, customer, number);
    await sql`release savepoint number`.execute(tx);
    return true;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === unique_violation)) throw error;
    await sql`rollback to savepoint number`.execute(tx);
    return false;
  }
}

export async function deleteCustomer(
  tx: Connection,
  customer: Pick<Customer, 'merchant_id' | 'id'>,
): Promise<void> {
  await tx
    .deleteFrom('customers')
    .where('merchant_id', '=', customer.merchant_id)
    .where('id', '=', customer.id)
    .execute();
}

/** A customer who was merged away, and the one who remains. */
interface Move {
  readonly merchant_id: string;
  readonly from: string;
  readonly into: string;
}

/**
 * Moves payments of one customer to another, except those that another transaction has locked.
 *
 * @param limit the maximum number of payments to move
 */
export async function moveFreePayments(tx: Connection, move: Move, limit: number): Promise<void> {
  const free = sql`
    select id from payments
    where merchant_id = ${move.merchant_id} and customer_id = ${move.from} and id = any (array(${listOf(move)}))
    limit ${limit}
    for update skip locked`;
  await moveSome(tx, move, free);
}

/** Moves the payments of one customer to another. */
export async function movePayments(db: Connection, move: Move): Promise<void> {
  await moveSome(db, move, listOf(move));
}

function listOf({ merchant_id, from }: Move): RawBuilder<unknown> {
  return sql`
    select payment_id from customer_payments where customer_id = ${from} and merchant_id = ${merchant_id}`;
}

async function moveSome(
  db: Connection,
  { merchant_id, from, into }: Move,
  ids: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    with moved as (
      update payments set customer_id = ${into}
      where merchant_id = ${merchant_id} and customer_id = ${from} and id = any (array(${ids}))
      returning id
    ), linked as (
      insert into customer_payments (customer_id, merchant_id, payment_id)
      select ${into}::text, ${merchant_id}::text, id from moved
      on conflict do nothing
    )
    delete from customer_payments
    where customer_id = ${from} and merchant_id = ${merchant_id} and payment_id = any (array(select id from moved))`.execute(
    db,
  );
}

export function findByPhone(
  db: Connection,
  key: { merchant_id: string; mode: Mode; phone: string },
): Promise<Customer | undefined> {
  return db
    .selectFrom('customers')
    .selectAll()
    .where('merchant_id', '=', key.merchant_id)
    .where('mode', 'is not distinct from', key.mode)
    .where('phone', '=', key.phone)
    .executeTakeFirst();
}

/**
 * Finds the customer of a number, or creates it.
 *
 * @returns its id; undefined when another transaction created it a moment ago
 */
export const findOrInsertByPhone = forMany<Customer, string | undefined>('write', async (tx, customers) => {
  const { rows } = await sql<Pick<Customer, 'merchant_id' | 'mode' | 'phone' | 'id'>>`
    with wanted as materialized (
      select * from ${recordsOf('customers', customers)}
    ), known as (
      select customer.merchant_id, customer.mode, customer.phone, customer.id
      from wanted join customers as customer
        on customer.merchant_id = wanted.merchant_id and customer.phone = wanted.phone and customer.mode = wanted.mode
        and customer.phone = any (${customers.map(({ phone }) => phone)}::text[])
        ${ofMerchant(tx, 'customer.merchant_id', customers)}
    ), made as (
      insert into customers (merchant_id, mode, id, phone, email, first_name, last_name, country, created_at)
      select merchant_id, mode, id, phone, email, first_name, last_name, country, created_at
      from wanted
      where not exists (
        select from known
        where known.merchant_id = wanted.merchant_id and known.mode = wanted.mode and known.phone = wanted.phone
      )
      order by merchant_id, mode, phone
      on conflict do nothing
      returning merchant_id, mode, phone, id
    )
    select * from known union all select * from made`.execute(tx);
  const byPhone = new Map(rows.map((row) => [phoneKey(row), row.id]));
  return customers.map((customer) => byPhone.get(phoneKey(customer)));
});

const phoneKey = ({ merchant_id, mode, phone }: Pick<Customer, 'merchant_id' | 'mode' | 'phone'>): string =>
  `${merchant_id} ${mode} ${phone}`;

/** Finds a customer by merchant, mode and id: another merchant's customer is not found. */
export function findCustomer(
  db: Connection,
  key: { merchant_id: string; mode: Mode; id: string },
): Promise<Customer | undefined> {
  return db
    .selectFrom('customers')
    .selectAll()
    .where('merchant_id', '=', key.merchant_id)
    .where('mode', '=', key.mode)
    .where('id', '=', key.id)
    .executeTakeFirst();
}

/**
 * Lists customers, newest first.
 *
 * @param page.country ISO 3166-1 alpha-2 in capitals; null for all
 * @param page.before only older customers than this id; null for the newest
 */
export function listNewest(
  db: Connection,
  owner: { merchant_id: string; mode: Mode },
  page: { country: string | null; before: string | null; limit: number },
): Promise<Customer[]> {
  let query = db
    .selectFrom('customers')
    .selectAll()
    .where('merchant_id', '=', owner.merchant_id)
    .where('mode', '=', owner.mode);
  if (page.country !== null) query = query.where('country', '=', page.country);
  if (page.before !== null) query = query.where('id', '<', page.before);
  return query.orderBy('id', 'desc').limit(page.limit).execute();
}
