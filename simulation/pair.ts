import type { Transaction } from '@guichet/simulators/contract';
import type { Row } from './rows.ts';
import type { SimulatedProvider } from './simulated-provider.ts';

/** One of our rows with the provider's transaction. */
export interface Pair {
  readonly row: Row;
  readonly truth: Transaction | undefined;
  readonly simulated: SimulatedProvider;
  /** The number of transactions in the books. */
  readonly times: number;
  /** The provider has moved back what had moved. */
  readonly is_reversed: boolean;
}
