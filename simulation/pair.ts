import type { Transaction } from '@guichet/simulators/contract';
import type { Row } from './rows.ts';
import type { SimulatedProvider } from './simulated-provider.ts';

/** One of our rows with the provider's transaction. */
export interface Pair {
  readonly row: Row;
  readonly truth: Transaction | undefined;
  readonly simulated: SimulatedProvider;
  /** The number of transactions that the provider's books contain for the row. */
  readonly times: number;
  /** Whether the provider has reversed the money that had moved. */
  readonly is_reversed: boolean;
}
