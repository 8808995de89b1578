import { AsyncLocalStorage } from 'node:async_hooks';
import { DecoratorHandler, type Dispatcher } from 'undici';

/**
 * A call that moves money may be sent only within this time after its transaction began: a request may arrive this
 * long after its `created_at`, to which the time of the call itself is added.
 */
export const lease_ms = 30_000;

/** The time within which a call may leave this machine. */
export interface Lease {
  isOver(): boolean;
}

const leases = new AsyncLocalStorage<Lease>();

/**
 * Runs a call whose requests may be sent only until the lease ends. A process that was suspended past that end
 * sends nothing: another process may already have concluded that the call was never made.
 */
export function withLease<Value>(lease: Lease, run: () => Promise<Value>): Promise<Value> {
  return leases.run(lease, run);
}

/** True when the lease of the current call has ended: nothing may be sent. */
export function isLate(): boolean {
  return leases.getStore()?.isOver() === true;
}

/** The lease or the deadline had passed when a request was about to be sent; nothing was sent. */
export class LateError extends Error {
  constructor() {
    super('the time of the call is over');
    this.name = 'LateError';
  }
}

/** A request that may still wait for a connection. */
export interface OutgoingRequest {
  readonly dispatcher: Dispatcher;
  /**
   * Whether any part of the request may have been written to a connection. If it is false at the deadline, it stays
   * false: the request is dropped when its turn comes.
   */
  hasBegun(): boolean;
}

/**
 * Checks the lease of the current call and its deadline at the moment when its request is about to be written to a
 * connection: the request may have waited for that connection.
 */
export function leaveInTime(dispatcher: Dispatcher, signal: AbortSignal): OutgoingRequest {
  const lease = leases.getStore();
  let has_begun = false;
  const begin = (): void => {
    // Thrown here, the error ends the request only, and leaves the connection to the next one.
    if (signal.aborted || lease?.isOver() === true) throw new LateError();
    has_begun = true;
  };
  return {
    dispatcher: dispatcher.compose(
      (dispatch) => (options, handler) => dispatch(options, beginningWith(begin, handler)),
    ),
    hasBegun: () => has_begun,
  };
}

/** Runs a function before any part of a request is written; if it throws, nothing is written. */
function beginningWith(begin: () => void, handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler {
  const passing: Dispatcher.DispatchHandler = new DecoratorHandler(handler);
  const start = passing.onRequestStart?.bind(passing);
  passing.onRequestStart = (controller, context) => {
    begin();
    start?.(controller, context);
  };
  return passing;
}
