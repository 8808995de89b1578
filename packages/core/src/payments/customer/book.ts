import type { Contact } from './contact.ts';
import { emailKey, type KnownCustomer, type Search } from './queries.ts';

/**
 * The customers that a group of contacts may match. Implements the identity rules without a database.
 */
export interface Book {
  add(customers: readonly KnownCustomer[]): void;
  /** Finds the contact's customer: by its number; without one, by its address. */
  find(contact: Contact): KnownCustomer | undefined;
  /**
   * Finds the customer with the contact's address and no number, if the contact has a number too: the two are
   * the same person.
   */
  findUnmerged(contact: Contact): KnownCustomer | undefined;
}

export function makeBook(found: readonly KnownCustomer[]): Book {
  const byPhone = new Map<string, KnownCustomer>();
  const byEmail = new Map<string, KnownCustomer>();
  const byAnyEmail = new Map<string, KnownCustomer>();

  const add = (customers: readonly KnownCustomer[]): void => {
    for (const customer of customers) {
      const { phone, email } = customer;
      const address = email === null ? null : keyOf(customer, emailKey(email));
      if (phone !== null) byPhone.set(keyOf(customer, phone), customer);
      if (address === null) continue;
      if (phone === null) byEmail.set(address, customer);
      else if (isFirst(customer, byAnyEmail.get(address))) byAnyEmail.set(address, customer);
    }
  };
  add(found);

  return {
    add,
    find: (contact) => {
      const { phone, email } = contact;
      if (phone !== null) return byPhone.get(keyOf(contact, phone));
      if (email === null) return undefined;
      const address = keyOf(contact, emailKey(email));
      return byEmail.get(address) ?? byAnyEmail.get(address);
    },
    findUnmerged: (contact) =>
      contact.phone === null || contact.email === null
        ? undefined
        : byEmail.get(keyOf(contact, emailKey(contact.email))),
  };
}

/** Lists the searches that a book for these contacts needs, each once. */
export function searchesFor(contacts: readonly Contact[]): Search[] {
  const searches = new Map<string, Search>();
  const want = ({ merchant_id, mode }: Contact, by: Search['by'], key: string): void => {
    searches.set(`${by} ${merchant_id} ${mode} ${key}`, { merchant_id, mode, by, key });
  };
  for (const contact of contacts) {
    if (contact.phone !== null) want(contact, 'phone', contact.phone);
    if (contact.email === null) continue;
    const key = emailKey(contact.email);
    want(contact, 'email', key);
    if (contact.phone === null) want(contact, 'any_email', key);
  }
  return [...searches.values()];
}

function keyOf({ merchant_id, mode }: Pick<Contact, 'merchant_id' | 'mode'>, key: string): string {
  return `${merchant_id} ${mode} ${key}`;
}

function isFirst(customer: KnownCustomer, other: KnownCustomer | undefined): boolean {
  return other === undefined || customer.id < other.id;
}
