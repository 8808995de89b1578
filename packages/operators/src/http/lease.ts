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

/** The lease had ended when a request was about to be sent; nothing was sent. */
export class LateError extends Error {
  constructor() {
    super('the lease of the call is over');
    this.name = 'LateError';
  }
}

/**
 * Checks the lease of the current call at the moment when its request is about to be written to a connection: the
 * request may have waited for that connection.
 */
export function leaveInTime(dispatcher: Dispatcher): Dispatcher {
  const lease = leases.getStore();
  if (!lease) return dispatcher;
  return dispatcher.compose(
    (dispatch) => (options, handler) => dispatch(options, stopWhenLate(handler, lease)),
  );
}

function stopWhenLate(handler: Dispatcher.DispatchHandler, lease: Lease): Dispatcher.DispatchHandler {
  const passing: Dispatcher.DispatchHandler = new DecoratorHandler(handler);
  const start = passing.onRequestStart?.bind(passing);
  passing.onRequestStart = (controller, context) => {
    if (lease.isOver()) controller.abort(new LateError());
    else start?.(controller, context);
  };
  return passing;
}
