import type { Major } from './amounts.ts';
import type { Flow } from './checkout-session.ts';
import { List, type Page } from './list.ts';
import type { CallOptions } from './options.ts';
import type { Transport } from './transport.ts';

/** Somebody who moves the money, in one country. Amounts in the major unit of its currency. */
export interface Operator {
  /** Joins operator and country, for instance `mtn_ci`. */
  readonly code: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** ISO 4217. */
  readonly currencies: readonly string[];
  readonly flow: Flow;
  /** Can take payments. */
  readonly collect: boolean;
  /** Can send payouts. */
  readonly payout: boolean;
  readonly min_amount: Major | null;
  readonly max_amount: Major | null;
  /** What the customer pays on top, in percent. */
  readonly fee_percent: number;
  /** How your payments with it went in the last 15 minutes. */
  readonly weather: OperatorWeather;
}

/** The rate and the time are null when there were fewer than 5 attempts. */
export interface OperatorWeather {
  readonly attempts: number;
  /** From 0 to 1. */
  readonly success_rate: number | null;
  readonly median_seconds: number | null;
  /** False while the operator does not answer. */
  readonly available: boolean;
}

export interface OperatorFilter {
  /** ISO 3166-1 alpha-2, for instance `CI`. */
  readonly country?: string | undefined;
  /** ISO 4217, for instance `XOF`. */
  readonly currency?: string | undefined;
}

export class Operators {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The operators that you can use in this mode. */
  list(filter: OperatorFilter = {}, options?: CallOptions): List<Operator> {
    return new List((cursor) =>
      this.#transport.get<Page<Operator>>('/operators', options, { ...filter, cursor }),
    );
  }
}
