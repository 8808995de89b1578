import type { Http, HttpCall, HttpResult } from '@guichet/operators/http/contract';
import { isLate } from '@guichet/operators/http/lease';
import type { CallbackCall, Simulator } from '@guichet/simulators/contract';
import { handleWithFaults } from '@guichet/simulators/with-faults';
import { type ControlledWorld, makeWorld, type Timeline } from '@guichet/simulators/world';
import type { Life } from './life.ts';

/** A provider of a history: its simulator and the environment. */
export interface ProviderSide {
  /** The URL at which it is reached. */
  readonly origin: string;
  readonly simulator: Simulator;
  readonly world: ControlledWorld;
}

/** Adds a provider to a history. @param onCallback receives its callbacks */
export function makeProviderSide(options: {
  readonly origin: string;
  readonly timeline: Timeline;
  readonly seed: number;
  readonly makeSimulator: (world: ControlledWorld) => Simulator;
  readonly onCallback: (call: CallbackCall) => void;
}): ProviderSide {
  const { origin, timeline, seed, makeSimulator, onCallback } = options;
  const world = makeWorld({ timeline, seed, deliver: onCallback });
  return { origin, world, simulator: makeSimulator(world) };
}

/**
 * Makes the network between the service and its providers, without sockets. The process can die before a
 * request leaves and after the provider has acted on it.
 *
 * @param between runs when the provider has acted and has not responded yet: callbacks may overtake the
 * response
 * @param refuses whether a connection is refused here and now
 */
export function makeNetwork(
  sides: readonly ProviderSide[],
  life: Life,
  options: { readonly between: () => Promise<void>; readonly refuses: () => boolean },
): Http {
  return async (call) => {
    life.step();
    const side = sides.find(({ origin }) => call.url.startsWith(`${origin}/`));
    if (!side) throw new Error(`nobody is at ${call.url}`);
    if (options.refuses()) return { kind: 'not_sent', cause: 'ECONNREFUSED' };
    if (isLate()) return { kind: 'not_sent', cause: 'late' };
    const { reply, delay_ms } = await handleWithFaults(side.simulator, side.world, requestOf(call));
    await options.between();
    life.step();
    return delay_ms > 0 ? { kind: 'lost', cause: 'timeout' } : resultOf(reply);
  };
}

function requestOf(call: HttpCall) {
  const whole = new URL(call.url);
  return {
    method: call.method,
    path: whole.pathname,
    query: whole.searchParams,
    headers: {
      host: whole.host,
      'content-length': String(Buffer.byteLength(call.body ?? '')),
      ...Object.fromEntries(
        Object.entries(call.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    },
    body: call.body ?? '',
    url: call.url,
  };
}

function resultOf(reply: Awaited<ReturnType<typeof handleWithFaults>>['reply']): HttpResult {
  if (!reply) return { kind: 'lost', cause: 'unreachable' };
  const { status, headers = {}, body } = reply;
  return {
    kind: 'reply',
    status,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    text: body,
  };
}
