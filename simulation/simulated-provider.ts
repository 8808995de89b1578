import type { Currency } from '@guichet/kernel/currencies';
import type { Provider } from '@guichet/operators/provider';
import type { Direction, FaultKind, Simulator, Transaction } from '@guichet/simulators/contract';
import type { ControlledWorld } from '@guichet/simulators/world';

/** A provider as histories use it: connector, simulator, and what brings the two together. */
export interface SimulatedProvider {
  readonly provider: Provider;
  makeSimulator(world: ControlledWorld): Simulator;
  /** Configuration of an account at the simulator. */
  config(origin: string): Readonly<Record<string, unknown>>;
  readonly operator: string;
  readonly currency: Currency;
  /** The number of one customer, in E.164 and as the provider is told. */
  phoneOf(index: number): { readonly e164: string; readonly told: string };
  /** The provider's words for why not. */
  readonly refusals: Readonly<Partial<Record<Direction, readonly string[]>>>;
  /** Whether a transaction in the provider's books is the one of this reference of ours. */
  isOf(transaction: Transaction, asked: Asked): boolean;
  /** Given with every payment where the operator wants a code first. */
  readonly otp?: string;
  /** The customer goes to a page of the operator's and gives a number there. */
  readonly visits_pages: boolean;
  /** What cannot happen there, or can be found out by nobody. */
  readonly spared: readonly FaultKind[];
  /** Nobody can ask about a request whose answer was lost: only a callback tells, and else a person finds out. */
  readonly cannot_ask_without_answer: boolean;
  /** What failed there and was not called back, nobody can find out either. */
  readonly hides_failures: readonly Direction[];
  /** A look-up does not say how much moved. */
  readonly look_up_without_amount: boolean;
}

/** A request of ours, as the rows have it. */
export interface Asked {
  readonly direction: Direction;
  readonly reference: string;
  readonly provider_reference: string | null;
  /** Of a refund: our reference of what it gives back. */
  readonly collection_reference: string | null;
}
