import type { Currency } from '@guichet/kernel/currencies';
import type { Provider } from '@guichet/operators/provider';
import type { Direction, FaultKind, Simulator, Transaction } from '@guichet/simulators/contract';
import type { ControlledWorld } from '@guichet/simulators/world';

/** A provider that histories can use: its connector, its simulator, and how the two are connected. */
export interface SimulatedProvider {
  readonly provider: Provider;
  makeSimulator(world: ControlledWorld): Simulator;
  /** Settings of an account at the simulator. */
  config(origin: string): Readonly<Record<string, unknown>>;
  readonly operator: string;
  readonly currency: Currency;
  /** The number of a customer, in E.164 and in the provider's form. */
  phoneOf(index: number): { readonly e164: string; readonly told: string };
  /** The provider's codes of refusals. */
  readonly refusals: Readonly<Partial<Record<Direction, readonly string[]>>>;
  /** Whether a transaction in the provider's books has this reference of ours. */
  isOf(transaction: Transaction, asked: Asked): boolean;
  /** The code that is sent with every payment, if the operator requires one. */
  readonly otp?: string;
  /** Whether the customer is redirected to a page of the operator and enters a number there. */
  readonly visits_pages: boolean;
  /** Directions without an idempotency key: a request repeated after a loss makes a second transaction. */
  readonly keyless: readonly Direction[];
  /** Faults that cannot happen at this provider, or that cannot be detected. */
  readonly spared: readonly FaultKind[];
  /**
   * Whether no inquiry is possible about a request whose response was lost; without a callback, such a
   * request needs review.
   */
  readonly cannot_ask_without_answer: boolean;
  /** Directions whose failures are only reported by callback. */
  readonly hides_failures: readonly Direction[];
  /** Whether an inquiry does not report the amount. */
  readonly inquiry_without_amount: boolean;
}

/** A request that we sent, as our rows record it. */
export interface Asked {
  readonly direction: Direction;
  readonly reference: string;
  readonly provider_reference: string | null;
  /** For a refund: our reference of its collection. */
  readonly collection_reference: string | null;
}
