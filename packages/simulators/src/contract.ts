/** A request as a provider receives it. */
export interface SimulatorRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The full address, for signatures that cover it and for links in responses. */
  readonly url: string;
}

export interface SimulatorReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The direction of the money: to the merchant, from the merchant, or back to a customer. */
export type Direction = 'collect' | 'payout' | 'refund';

/** One movement of money in a provider's books: the truth that the service has to find out. */
export interface Transaction {
  readonly direction: Direction;
  /** The client's reference. */
  readonly reference: string;
  readonly provider_reference: string;
  /** The phone number as the client sent it. */
  readonly phone: string;
  /** Decimal text in the major unit: the requested amount, and the moved amount after a success. */
  readonly asked_amount: string;
  readonly moved_amount: string | null;
  readonly currency: string;
  readonly status: 'pending' | 'success' | 'failed';
  /** The provider's own code of the failure. */
  readonly code: string | null;
  /** True for a success that the provider reversed. */
  readonly reversed?: boolean;
  /** True for a success that the provider had refused first. */
  readonly was_refused?: boolean;
  readonly created_at: Date;
}

/** A provider that behaves as its contract sheet describes, and remembers its transactions. */
export interface Simulator {
  /** The id of the connector: `mtn-momo`. */
  readonly id: string;
  handle(request: SimulatorRequest): SimulatorReply | Promise<SimulatorReply>;
  /** Oldest first. */
  transactions(): readonly Transaction[];
  /** Ends a pending transaction as a person decided: `success`, or the provider's code of the failure. */
  decide(reference: string, end: string): boolean;
  /**
   * Reverses a success, as the provider does on its own; absent if successes are final.
   *
   * @returns false when no transaction with this reference has succeeded, or when the provider never reverses its
   * direction
   */
  reverse?(reference: string): boolean;
  /** Expires every access token. */
  expireTokens(): void;
}

/** The plan of a payer, or a recipient, for a transaction. */
export interface PayerPlan {
  /** The delay before the payer decides; null to wait until a person decides. */
  readonly after_ms: number | null;
  /** `success`, or the provider's own code of the failure. */
  readonly end: string;
  /** Moves an amount other than the requested one: one more, or one less. */
  readonly wrong_amount?: boolean | 'less';
  /** The plan that applies if the provider later withdraws the failure, so that money moves after all. */
  readonly afterwards?: PayerPlan;
}

/** A callback that a provider sends. */
export interface CallbackCall {
  readonly method: 'POST' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The faults of the network and of the provider. */
export const faultKinds = [
  /** The response is delayed. */
  'delay',
  /** The connection breaks before the request is executed. */
  'drop_before',
  /** The request is executed, then the connection breaks. */
  'drop_after',
  'too_many_requests',
  /** 500, and the request is not executed. */
  'server_error',
  /** 503, and the request is not executed. */
  'unavailable',
  /** The request is executed, and the response is an HTML page. */
  'malformed',
  /** The access token has expired. */
  'token_expiry',
  'duplicate_callback',
  /** A callback arrives after the callbacks that were sent later. */
  'reorder_callback',
  'no_callback',
  /** An amount other than the requested one moves. */
  'wrong_amount',
  /** The provider refuses the request, but moves the money later anyway. */
  'late_success',
  /** The provider's clock is wrong by minutes. */
  'clock_skew',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** The environment of a simulator: time, randomness, payers and callbacks. */
export interface World {
  /** The provider's clock. */
  now(): Date;
  /** Runs an action later, in the provider's time. */
  after(delay_ms: number, run: () => void): void;
  /** A random number from 0 to 1, seeded. */
  random(): number;
  /**
   * Whether a fault occurs at this point. `place` is the path of the request, or any text that distinguishes
   * places.
   */
  strikes(kind: FaultKind, place?: string): boolean;
  /** The plan that was set for a number; undefined if the simulator's own numbers apply. */
  planOf(phone: string): PayerPlan | undefined;
  /** The address for callbacks that is set in the provider's dashboard; null if there is none. */
  callbackUrl(): string | null;
  /** Sends a callback, subject to the faults that affect callbacks. Never throws. */
  callBack(call: CallbackCall): void;
}
