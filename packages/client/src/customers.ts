import { List, type Page } from './list.ts';
import type { CallOptions } from './options.ts';
import { pathSegment, type Transport } from './transport.ts';

/** A person who paid or was named in a payment: one per phone number, or per e-mail address if there is no number. */
export interface Customer {
  readonly id: string;
  readonly object: 'customer';
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  /** Phone number in E.164 format, for example `+2250700000000`. */
  readonly phone: string | null;
  /** ISO 3166-1 alpha-2 code of the phone number's country. */
  readonly country: string | null;
  readonly livemode: boolean;
  readonly created_at: string;
}

export interface CustomerFilter {
  /** ISO 3166-1 alpha-2 code, for example `CI`. */
  readonly country?: string | undefined;
  /** Items per page, from 1 to 100. Default: 25. */
  readonly limit?: number | undefined;
  /** The `next_cursor` of the previous page. */
  readonly cursor?: string | undefined;
}

export class Customers {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the customers of this mode, newest first. */
  list(filter: CustomerFilter = {}, options?: CallOptions): List<Customer> {
    return new List((cursor = filter.cursor) =>
      this.#transport.get<Page<Customer>>('/customers', options, { ...filter, cursor }),
    );
  }

  /** Returns a customer by id. @throws NotFoundError */
  async retrieve(id: string, options?: CallOptions): Promise<Customer> {
    return this.#transport.get(`/customers/${pathSegment('id', id)}`, options);
  }
}
