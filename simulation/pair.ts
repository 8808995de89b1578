import type { Transaction } from '@guichet/simulators/contract';
import type { Row } from './rows.ts';
import type { SimulatedProvider } from './simulated-provider.ts';

/** A row of our database, with the provider's transaction that belongs to it. */
export interface Pair {
  readonly row: Row;
  readonly truth: Transaction | undefined;
  readonly simulated: SimulatedProvider;
  /** The number of transactions that the provider's books contain for the row. */
  readonly times: number;
  /** Whether the provider has reversed the transaction. */
  readonly is_reversed: boolean;
}
