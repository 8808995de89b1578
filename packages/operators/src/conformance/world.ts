import type { Clock } from '@guichet/kernel/clock';
import type { FailureReason } from '@guichet/kernel/outcome';
import type {
  CollectRequest,
  Connector,
  ConnectorDescriptor,
  Direction,
  PayoutRequest,
  RawCallback,
  RefundRequest,
} from '../contract.ts';
import type { Provider } from '../provider.ts';

/** The possible reactions of a provider, or its simulator, to a request. */
export type Situation =
  | 'settles at once'
  | 'settles later'
  | 'settles after the session'
  | 'settles without a callback'
  | 'settles with two callbacks'
  | 'settles before the answer'
  | 'settles another amount'
  | 'fails, then settles'
  | 'loses the answer, then settles'
  | 'loses the answer, then fails'
  | 'asks for a code'
  | 'redirects'
  | `fails: ${FailureReason}`;

/** The part of a collection that a refund covers. */
export type Extent = 'full' | 'partial';

/** A connector with its provider. Every case gets a new one. */
export interface World {
  readonly connector: Connector;
  readonly callback_trust: ConnectorDescriptor<unknown>['callback_trust'];
  /** The provider's clock. */
  readonly clock: Clock;
  /** Codes for the situation `asks for a code`; null if the provider never asks. */
  readonly otp: { readonly right: string; readonly wrong: string } | null;
  /** Directions without callbacks. */
  readonly silent?: readonly Direction[];
  /**
   * Directions without an idempotency key: a repeated request would move money a second time, so none is repeated.
   */
  readonly keyless?: readonly Direction[];
  /** Callbacks that the provider has sent, oldest first. */
  delivered(): readonly RawCallback[];
  /**
   * Makes a new request to which the provider reacts in that way. Undefined if it never does; the case is then
   * skipped.
   */
  makeRequest(situation: Situation): CollectRequest | undefined;
  /** The same for payouts; null if the provider does not support them. */
  readonly makePayout: ((situation: Situation) => PayoutRequest | undefined) | null;
  /**
   * Makes a new refund to which the provider reacts in that way. It refunds a settled collection whose callbacks
   * were all delivered. Undefined if the provider never reacts in that way, or has no partial refunds. null or
   * absent if the provider has no refunds at all.
   */
  readonly makeRefund?:
    | ((
        situation: Situation,
        extent: Extent,
      ) => RefundRequest | undefined | Promise<RefundRequest | undefined>)
    | null;
  /**
   * Reverses a success on the provider's side; absent if the provider never reverses one.
   *
   * @returns false if successes of that direction are final
   */
  reverse?(direction: Direction, reference: string): Promise<boolean>;
  /** The hours for which successes may be reversed, as `Provider.reversible_for_h`. */
  readonly reversible_for_h?: Provider['reversible_for_h'];
  /** Advances the provider's clock; callbacks sent meanwhile are delivered. */
  advance(duration_ms: number): Promise<void>;
  close(): Promise<void>;
}
