import type { Http, HttpCall, HttpResult } from '@guichet/operators/http/contract';
import { isLate } from '@guichet/operators/http/lease';
import type { CallbackCall, FaultKind, Simulator } from '@guichet/simulators/contract';
import { handleWithFaults } from '@guichet/simulators/with-faults';
import { type ControlledWorld, makeWorld, type Timeline } from '@guichet/simulators/world';
import type { Life } from './life.ts';
import type { Scheduler } from './scheduler.ts';

/** A provider of a history: its simulator and the simulator's environment. */
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
  readonly onFault: (kind: FaultKind) => void;
}): ProviderSide {
  const { origin, timeline, seed, makeSimulator, onCallback, onFault } = options;
  const world = makeWorld({ timeline, seed, deliver: onCallback, onFault });
  return { origin, world, simulator: makeSimulator(world) };
}

/** The time after which a response counts as lost. In the real service, the calling code sets this limit. */
const deadline_ms = 10_000;

/**
 * Makes the network between a process and the providers, without sockets. The process can die or be suspended
 * before a request leaves, and before it reads the response.
 *
 * @param options.refuses whether a connection is refused now
 * @param options.latency_ms the time that a response takes
 */
export function makeNetwork(
  sides: readonly ProviderSide[],
  options: {
    readonly life: Life;
    readonly scheduler: Scheduler;
    readonly now_ms: () => number;
    refuses(): boolean;
    latency_ms(): number;
  },
): Http {
  const { life, scheduler, now_ms } = options;
  return async (call) => {
    const side = sides.find(({ origin }) => call.url.startsWith(`${origin}/`));
    if (!side) throw new Error(`no provider is at ${call.url}`);
    await scheduler.turn(life, `request to ${side.origin}`);
    if (options.refuses()) return { kind: 'not_sent', cause: 'ECONNREFUSED' };
    if (isLate()) return { kind: 'not_sent', cause: 'late' };
    const sent_ms = now_ms();
    const { reply, delay_ms } = await scheduler.during(life, null, () =>
      handleWithFaults(side.simulator, side.world, requestOf(call)),
    );
    await scheduler.turn(life, `response of ${side.origin}`, sent_ms + options.latency_ms());
    const is_timeout = delay_ms > 0 || now_ms() - sent_ms > deadline_ms;
    return is_timeout ? { kind: 'lost', cause: 'timeout' } : resultOf(reply);
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
