import { makeId } from '@guichet/kernel/ids';
import { parsePhone } from '@guichet/kernel/phone';
import type { Book } from './book.ts';
import type { Contact } from './contact.ts';
import { type Customer, emailKey } from './queries.ts';

/**
 * Drafts the customers to create for contacts that are not in the book: one for each number, and one for each
 * address without a number. They are in the order of their unique columns, which all writers must follow.
 */
export function draftNewcomers(contacts: readonly Contact[], book: Book, created_at: Date): Customer[] {
  const unknown = contacts.filter((contact) => !book.find(contact));
  const drafts = new Map<string, Customer>();
  const addresses = new Set<string>();
  const draft = (contact: Contact, key: string): void => {
    const earlier = drafts.get(key);
    drafts.set(key, earlier ? complete(earlier, contact) : newCustomer(contact, created_at));
  };
  for (const contact of unknown) {
    if (contact.phone === null) continue;
    draft(contact, keyOf(contact, contact.phone));
    if (contact.email !== null) addresses.add(keyOf(contact, emailKey(contact.email)));
  }
  for (const contact of unknown) {
    if (contact.phone !== null || contact.email === null) continue;
    const key = keyOf(contact, emailKey(contact.email));
    if (!addresses.has(key)) draft(contact, key);
  }
  return [...drafts].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, customer]) => customer);
}

/** Makes a customer with the details of its first contact. */
export function newCustomer(contact: Contact, created_at: Date): Customer {
  const { merchant_id, mode, phone, email, first_name, last_name } = contact;
  const country = phone === null ? null : (parsePhone(phone)?.country ?? null);
  return {
    merchant_id,
    mode,
    id: makeId('customer'),
    phone,
    email,
    first_name,
    last_name,
    country,
    created_at,
  };
}

/** Adds missing details and keeps existing ones. */
export function complete<Known extends Pick<Contact, 'email' | 'first_name' | 'last_name'>>(
  known: Known,
  more: Pick<Contact, 'email' | 'first_name' | 'last_name'>,
): Known {
  return {
    ...known,
    email: known.email ?? more.email,
    first_name: known.first_name ?? more.first_name,
    last_name: known.last_name ?? more.last_name,
  };
}

function keyOf({ merchant_id, mode }: Contact, key: string): string {
  return `${merchant_id} ${mode} ${key}`;
}
