import { AppError, invalidFields } from '@guichet/kernel/errors';
import { parsePhone } from '@guichet/kernel/phone';
import type { Connection } from '../../platform/database/connect.ts';
import { contactPattern, type Person } from '../../platform/input/spellings.ts';
import { type Place, places, type Subjects } from './places.ts';
import {
  type Clue,
  type CustomerRow,
  findSubjects,
  listCustomers,
  listPhones,
  listPlace,
  type Row,
} from './queries.ts';

/** The person to find: a customer's id, or a phone number or an e-mail address at a merchant. */
export interface SoughtPerson extends Clue {
  /** Optional with an id. */
  readonly merchant_id?: string | undefined;
}

/** A person, and the rows about them. */
export interface FoundPerson {
  readonly person: Person;
  readonly subjects: Subjects;
  /** Whether texts that merely mention the person's number or address are left out. */
  readonly by_id_only?: boolean;
}

/**
 * Finds a person as customer, payer and recipient, in both modes.
 *
 * @throws AppError `invalid_fields`, `customer_not_found` when no data is stored, `conflict` when customers with
 * different numbers share the e-mail address
 */
export async function findPerson(tx: Connection, wanted: SoughtPerson): Promise<FoundPerson> {
  const clue = readClue(wanted);
  const named_by_clue = await listCustomers(tx, wanted.merchant_id ?? null, clue);
  const merchant_id = wanted.merchant_id ?? named_by_clue[0]?.merchant_id;
  if (merchant_id === undefined || (clue.id !== undefined && named_by_clue.length === 0)) {
    throw new AppError('customer_not_found');
  }
  const phones = distinct([clue.phone, ...named_by_clue.map(({ phone }) => phone)]);
  if (phones.length > 1) refuseShared(named_by_clue);
  // The same number is a separate customer in each mode.
  const customers = await withNumbers(tx, merchant_id, named_by_clue, phones);
  const emails = distinct([clue.email, ...customers.map(({ email }) => email)]);
  const subjects = await findSubjects(tx, merchant_id, {
    customers: customers.map(({ id }) => id),
    phones,
    emails,
  });
  const named = await namesIn(tx, merchant_id, subjects);
  const names = distinct([
    ...customers.flatMap(({ first_name, last_name }) => [first_name, last_name]),
    ...named.names,
  ]);
  const person = { merchant_id, phones, emails: distinct([...emails, ...named.emails]), names };
  const isHeld = [subjects.customers, subjects.objects, subjects.batches].some(({ length }) => length > 0);
  if (!isHeld) throw new AppError('customer_not_found', { message: 'No data is stored about this person.' });
  return { person, subjects };
}

/**
 * Finds the payments that refer to customers whose rows were deleted, and their details. The person may have become a
 * new customer since, so nothing is searched by number or address.
 */
export async function findStragglers(
  tx: Connection,
  merchant_id: string,
  customers: readonly string[],
): Promise<FoundPerson> {
  const subjects = await findSubjects(tx, merchant_id, { customers, phones: [], emails: [] });
  const phones = await listPhones(tx, merchant_id, subjects);
  const { names, emails } = await namesIn(tx, merchant_id, subjects);
  const person = { merchant_id, phones, emails: distinct(emails), names: distinct(names) };
  return { person, subjects, by_id_only: true };
}

/** Refuses an e-mail address of customers with different numbers: they are different people who share it. */
function refuseShared(customers: readonly CustomerRow[]): never {
  const ids = customers.map(({ id }) => id).join(', ');
  throw new AppError('conflict', {
    message: `Customers with different numbers have this e-mail address: ${ids}. Name one of them by id.`,
  });
}

async function withNumbers(
  tx: Connection,
  merchant_id: string,
  known: readonly CustomerRow[],
  phones: readonly string[],
): Promise<readonly CustomerRow[]> {
  const all = new Map(known.map((customer) => [customer.id, customer]));
  for (const phone of phones) {
    for (const customer of await listCustomers(tx, merchant_id, { phone })) all.set(customer.id, customer);
  }
  return [...all.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** Reads the rows of a place that are about a person. */
export function rowsOf(tx: Connection, place: Place, found: FoundPerson): Promise<Row[]> {
  const { person, subjects, by_id_only = false } = found;
  return listPlace(tx, place, person.merchant_id, subjects, by_id_only ? null : contactPattern(person));
}

function readClue({ id, phone, email }: SoughtPerson): Clue {
  if ([id, phone, email].filter((one) => one !== undefined).length !== 1) {
    throw invalidFields({ id: ['name exactly one: an id, a phone number or an e-mail address'] });
  }
  if (phone === undefined) return { id, email };
  const read = parsePhone(phone);
  if (!read)
    throw invalidFields({
      phone: ['must be a phone number in international format, for example +2250700000000'],
    });
  return { phone: read.e164 };
}

/** Collects the names and addresses in payments, payouts and files, which may differ from the customer's. */
async function namesIn(
  tx: Connection,
  merchant_id: string,
  subjects: Subjects,
): Promise<{ readonly names: unknown[]; readonly emails: unknown[] }> {
  const names: unknown[] = [];
  const emails: unknown[] = [];
  for (const place of places.filter(({ cures }) =>
    Object.keys(cures).some((column) => column.endsWith('_name')),
  )) {
    for (const row of await listPlace(tx, place, merchant_id, subjects, null)) {
      names.push(
        ...Object.keys(row)
          .filter(isPersonName)
          .map((column) => row[column]),
      );
      emails.push(row.customer_email);
    }
  }
  return { names, emails };
}

function isPersonName(column: string): boolean {
  return column.endsWith('first_name') || column.endsWith('last_name');
}

function distinct(values: readonly unknown[]): string[] {
  return [...new Set(values.filter((value): value is string => typeof value === 'string' && value !== ''))];
}
