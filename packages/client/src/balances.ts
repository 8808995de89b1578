import type { Major } from './amounts.ts';
import { List, type Page } from './list.ts';
import type { CallOptions } from './options.ts';
import type { Transport } from './transport.ts';

/** Your money in one currency, in its major unit. */
export interface Balance {
  /** ISO 4217. */
  readonly currency: string;
  /** Amount available for payouts. */
  readonly available: Major;
  /** Amount reserved for payouts in flight. */
  readonly payouts_in_flight: Major;
  /** Unexpected money until it is accepted or refunded, and duplicates until they are refunded; not in `available`. */
  readonly held: Major;
}

export class Balances {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns one balance per currency. */
  list(options?: CallOptions): List<Balance> {
    return new List((cursor) => this.#transport.get<Page<Balance>>('/balances', options, { cursor }));
  }
}
