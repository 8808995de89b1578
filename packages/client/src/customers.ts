import { List, type Page } from './list.ts';
import type { CallOptions } from './options.ts';
import { pathSegment, type Transport } from './transport.ts';

/** Somebody who paid, or was named in a payment: one for each phone number, or e-mail address without one. */
export interface Customer {
  readonly id: string;
  readonly object: 'customer';
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  /** E.164, for instance `+2250700000000`. */
  readonly phone: string | null;
  /** ISO 3166-1 alpha-2, of the phone number. */
  readonly country: string | null;
  readonly livemode: boolean;
  readonly created_at: string;
}

export interface CustomerFilter {
  /** ISO 3166-1 alpha-2, for instance `CI`. */
  readonly country?: string | undefined;
  /** Items a page, from 1 to 100. Default: 25. */
  readonly limit?: number | undefined;
  /** The `next_cursor` of an earlier page, to go on after it. */
  readonly cursor?: string | undefined;
}

export class Customers {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The customers of this mode, newest first. */
  list(filter: CustomerFilter = {}, options?: CallOptions): List<Customer> {
    return new List((cursor = filter.cursor) =>
      this.#transport.get<Page<Customer>>('/customers', options, { ...filter, cursor }),
    );
  }

  /** @throws NotFoundError */
  async retrieve(id: string, options?: CallOptions): Promise<Customer> {
    return this.#transport.get(`/customers/${pathSegment('id', id)}`, options);
  }
}
