import type { Major } from './amounts.ts';
import type { Flow } from './checkout-session.ts';
import { List, type Page } from './list.ts';
import type { CallOptions } from './options.ts';
import type { Transport } from './transport.ts';

/** A wallet that customers pay with, in one country. Amounts are in the major unit of its currency. */
export interface Operator {
  /** Operator code, which includes the country, for example `mtn_ci`. */
  readonly code: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2 code. */
  readonly country: string;
  /** ISO 4217 code. */
  readonly currencies: readonly string[];
  readonly flow: Flow;
  /** Whether you can collect payments with it. */
  readonly collect: boolean;
  /** Whether you can send payouts with it, in the currency that you filter by, or else in any currency. */
  readonly payout: boolean;
  /**
   * A limit is null if it is unknown, or if it differs between currencies and you do not filter by currency.
   */
  readonly min_amount: Major | null;
  readonly max_amount: Major | null;
  /** Fee that the customer pays on top of the amount, in percent. */
  readonly fee_percent: number;
  /** Success of your payments with it in the last 15 minutes. */
  readonly availability: OperatorAvailability;
}

/** Success rate and time to pay, both null below 5 attempts. */
export interface OperatorAvailability {
  readonly attempts: number;
  /** Success rate from 0 to 1. */
  readonly success_rate: number | null;
  readonly median_seconds: number | null;
  /** False while the operator is unavailable. */
  readonly available: boolean;
}

export interface OperatorFilter {
  /** ISO 3166-1 alpha-2 code, for example `CI`. */
  readonly country?: string | undefined;
  /** ISO 4217 code, for example `XOF`. */
  readonly currency?: string | undefined;
}

export class Operators {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns the operators that you can use in this mode. */
  list(filter: OperatorFilter = {}, options?: CallOptions): List<Operator> {
    return new List((cursor) =>
      this.#transport.get<Page<Operator>>('/operators', options, { ...filter, cursor }),
    );
  }
}
