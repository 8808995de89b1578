import type { Context } from '../../platform/context.ts';
import { type Book, makeBook, searchesFor } from './book.ts';
import { type Contact, isSomebody } from './contact.ts';
import { draftNewcomers } from './draft-newcomers.ts';
import { mergeByEmail } from './merge.ts';
import { findCustomers, insertCustomers, type Supplement, supplementCustomers } from './queries.ts';

type Ctx = Pick<Context, 'db' | 'pool' | 'clock'>;

/** Others may take the numbers and addresses that we want to take; each round begins with what they have committed. */
const rounds_max = 10;

/**
 * Finds or makes the customer of each contact (one merchant and mode never sees another's):
 *
 * - A phone number is one customer. An e-mail address that comes without a number is the customer who has that address
 *   and no number, else the first of those with a number who has it, else a new one. Addresses are compared without
 *   regard to case.
 * - A number that comes with an address is the number's customer. If a customer has the address and no number, the two
 *   are one: it gets the number, or, where the number has a customer already, goes up in that one with its payments.
 *   An address of a customer with another number merges nothing: families and shops share addresses.
 * - What a customer lacks (address, names) is filled in; what it has is kept, so one id goes on meaning one person.
 *
 * For groups of new sessions: one SELECT when all are known, one more statement when some are new. It commits on its
 * own, before the payments do. A customer that is merged away in between leaves payments behind for a minute; see
 * {@link mergeByEmail}.
 *
 * @returns an id for each contact in the same order, null where it has neither number nor address
 */
export async function attachCustomers(ctx: Ctx, contacts: readonly Contact[]): Promise<(string | null)[]> {
  const somebody = contacts.filter(isSomebody).map(withoutBlanks);
  if (somebody.length === 0) return contacts.map(() => null);

  let book = await read(ctx, somebody);
  const unmerged = unmergedOf(somebody, book);
  for (const contact of unmerged) await mergeByEmail(ctx, contact);
  if (unmerged.length > 0) book = await read(ctx, somebody);

  for (let round = 1; ; round++) {
    const newcomers = draftNewcomers(somebody, book, ctx.clock.now());
    if (newcomers.length === 0) break;
    if (round > rounds_max) throw new Error('customers change faster than they can be found');
    const made = await insertCustomers(ctx.pool, newcomers);
    if (made.length === newcomers.length) book.add(made);
    else book = await read(ctx, somebody);
  }

  const supplements = supplementsFor(somebody, book);
  if (supplements.length > 0) await supplementCustomers(ctx.pool, supplements);
  return contacts.map((contact) => book.find(contact)?.id ?? null);
}

/** One contact for each customer that is to be merged; the first one decides with whom. */
function unmergedOf(contacts: readonly Contact[], book: Book): Contact[] {
  const first = new Map<string, Contact>();
  for (const contact of contacts) {
    const id = book.findUnmerged(contact)?.id;
    if (id !== undefined && !first.has(id)) first.set(id, contact);
  }
  return [...first.values()];
}

/** A name of spaces is none. */
function withoutBlanks(contact: Contact): Contact {
  const { first_name, last_name } = contact;
  return { ...contact, first_name: first_name?.trim() || null, last_name: last_name?.trim() || null };
}

async function read(ctx: Ctx, contacts: readonly Contact[]): Promise<Book> {
  return makeBook(await findCustomers(ctx.pool, searchesFor(contacts)));
}

/** What the contacts know of their customers that we did not; the first to say a thing is believed. */
function supplementsFor(contacts: readonly Contact[], book: Book): Supplement[] {
  const supplements = new Map<string, Supplement>();
  for (const contact of contacts) {
    const customer = book.find(contact);
    if (!customer) continue;
    const { merchant_id, id } = customer;
    const known = supplements.get(id);
    const missing = <Field extends 'email' | 'first_name' | 'last_name'>(field: Field): string | null =>
      customer[field] === null ? (known?.[field] ?? contact[field]) : null;
    const supplement = {
      merchant_id,
      id,
      email: missing('email'),
      first_name: missing('first_name'),
      last_name: missing('last_name'),
    };
    if (supplement.email ?? supplement.first_name ?? supplement.last_name) supplements.set(id, supplement);
  }
  return [...supplements.values()];
}
