import type { Context } from '../../platform/context.ts';
import { type Book, makeBook, searchesFor } from './book.ts';
import { type Contact, isSomebody } from './contact.ts';
import { draftNewcomers } from './draft-newcomers.ts';
import { mergeByEmail } from './merge.ts';
import { findCustomers, insertCustomers, type Supplement, supplementCustomers } from './queries.ts';

type Ctx = Pick<Context, 'db' | 'pool' | 'clock'>;

/**
 * Other transactions may insert the same numbers and addresses; each round starts from the customers that they
 * have committed.
 */
const rounds_max = 10;

/**
 * Finds or creates the customer of each contact, within its merchant and mode:
 *
 * - A phone number identifies one customer. An e-mail address without a number identifies the customer who has
 *   that address and no number, else the first customer with a number who has it, else a new one. Addresses are
 *   compared case-insensitively.
 * - A number with an address identifies the number's customer. If a customer has the address and no number, the
 *   two are the same person: that customer gets the number or, if the number already has a customer, is merged
 *   into it together with the payments. The address of a customer with a different number merges nothing:
 *   families and businesses share addresses.
 * - Missing details (address, names) are completed; existing ones are kept, so that an id always means the same
 *   person.
 *
 * Runs for groups of new sessions: one SELECT when all are known, one more statement when some are new. It
 * commits separately, before the payments do. A customer that is merged away in between keeps payments for a
 * minute; see {@link mergeByEmail}.
 *
 * @returns an id for each contact in the same order, null for one without number and address
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

/** Returns one contact for each customer to merge; the first contact decides which customer to merge with. */
function unmergedOf(contacts: readonly Contact[], book: Book): Contact[] {
  const first = new Map<string, Contact>();
  for (const contact of contacts) {
    const id = book.findUnmerged(contact)?.id;
    if (id !== undefined && !first.has(id)) first.set(id, contact);
  }
  return [...first.values()];
}

/** Removes blank names, which count as missing. */
function withoutBlanks(contact: Contact): Contact {
  const { first_name, last_name } = contact;
  return { ...contact, first_name: first_name?.trim() || null, last_name: last_name?.trim() || null };
}

async function read(ctx: Ctx, contacts: readonly Contact[]): Promise<Book> {
  return makeBook(await findCustomers(ctx.pool, searchesFor(contacts)));
}

/** Collects new details for the customers from their contacts; the first value counts. */
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
