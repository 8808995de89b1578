import type { Major } from './amounts.ts';
import { List, type Page } from './list.ts';
import type { CallOptions } from './options.ts';
import type { Transport } from './transport.ts';

/** Your money in one currency, in its major unit. */
export interface Balance {
  /** ISO 4217. */
  readonly currency: string;
  /** What can be paid out. */
  readonly available: Major;
  /** What is on its way out. */
  readonly payouts_in_flight: Major;
}

export class Balances {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** One balance for each currency. */
  list(options?: CallOptions): List<Balance> {
    return new List((cursor) => this.#transport.get<Page<Balance>>('/balances', options, { cursor }));
  }
}
