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

/** What a provider, or its simulator, can be asked to do with a request. */
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

/** How much of a collection a refund gives back. */
export type Extent = 'full' | 'partial';

/** One connector with the provider behind it. Every case gets a fresh one. */
export interface World {
  readonly connector: Connector;
  readonly callback_trust: ConnectorDescriptor<unknown>['callback_trust'];
  /** The provider's clock. */
  readonly clock: Clock;
  /** Codes for the situation `asks for a code`; null where the provider never asks. */
  readonly otp: { readonly right: string; readonly wrong: string } | null;
  /** Of what the provider calls nothing back about. */
  readonly silent?: readonly Direction[];
  /** Of what the provider takes no key of ours for: the same request twice is two, and nobody makes it twice. */
  readonly keyless?: readonly Direction[];
  /** Callbacks that the provider has sent, oldest first. */
  delivered(): readonly RawCallback[];
  /** A new request that the provider answers that way, or undefined where it never does: the case is skipped. */
  makeRequest(situation: Situation): CollectRequest | undefined;
  /** The same for payouts; null where the provider pays nothing out. */
  readonly makePayout: ((situation: Situation) => PayoutRequest | undefined) | null;
  /**
   * A new refund that the provider answers that way, of a collection that it has settled before, all callbacks of which
   * were delivered. Undefined where it never does, or gives no part back. null or absent: the provider gives nothing
   * back.
   */
  readonly makeRefund?:
    | ((
        situation: Situation,
        extent: Extent,
      ) => RefundRequest | undefined | Promise<RefundRequest | undefined>)
    | null;
  /** Lets the provider's time pass; what it sends meanwhile is delivered. */
  advance(duration_ms: number): Promise<void>;
  close(): Promise<void>;
}
