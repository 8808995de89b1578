import { AsyncLocalStorage } from 'node:async_hooks';
import { DecoratorHandler, type Dispatcher } from 'undici';

const leases = new AsyncLocalStorage<number>();

/**
 * Runs a call whose requests may leave until then and not later. A process that stood still in between sends nothing
 * any more: meanwhile others may have taken the call for one that was never made.
 *
 * @param leave_by_ms by the machine's monotonic clock (`performance.now()`), counted from before the call was committed
 */
export function withLease<Value>(leave_by_ms: number, run: () => Promise<Value>): Promise<Value> {
  return leases.run(leave_by_ms, run);
}

/** The request was about to leave when its lease was over; nothing of it has. */
export class LateError extends Error {
  constructor() {
    super('the lease of the call is over');
    this.name = 'LateError';
  }
}

/**
 * Looks at the lease of the current call when its request is about to be written to a connection: it may have waited for
 * one until then.
 */
export function leaveInTime(dispatcher: Dispatcher): Dispatcher {
  const leave_by_ms = leases.getStore();
  if (leave_by_ms === undefined) return dispatcher;
  return dispatcher.compose(
    (dispatch) => (options, handler) => dispatch(options, stopWhenLate(handler, leave_by_ms)),
  );
}

function stopWhenLate(handler: Dispatcher.DispatchHandler, leave_by_ms: number): Dispatcher.DispatchHandler {
  const passing: Dispatcher.DispatchHandler = new DecoratorHandler(handler);
  const start = passing.onRequestStart?.bind(passing);
  passing.onRequestStart = (controller, context) => {
    if (performance.now() > leave_by_ms) controller.abort(new LateError());
    else start?.(controller, context);
  };
  return passing;
}
