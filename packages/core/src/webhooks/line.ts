import type { Verdict } from './judge.ts';
import type { DueDelivery, Health } from './queries.ts';

/** Of one endpoint at once, at most. A shop of one small server is not run over: {@link settle} feels its way up. */
export const in_flight_max = 64;
const in_flight_at_first = 2;
const read_ahead = 4;
/** An endpoint that takes longer to answer gets no more at once than it has. */
const quick_ms = 1_000;
/** A try that takes longer than this makes its endpoint a suspect: it may be one that hangs. */
const suspicious_ms = 1_000;
/** After so long without anything to send another process may take the endpoint. */
const idle_ms = 1_000;

/** What is on its way. */
interface Sending {
  readonly delivery: DueDelivery;
  readonly started_ms: number;
}

/** What one endpoint has yet to get, in order. */
export interface Line {
  readonly endpoint_id: string;
  /** Something may be due that has not been read yet. */
  may_have_more: boolean;
  /** Read and not yet sent, in order. */
  waiting: DueDelivery[];
  readonly in_flight: Map<string, Sending>;
  /** How many may be on their way at once. */
  window: number;
  /** null until the first reading: after it, what this process saw is the newest there is. */
  health: Health | null;
  /** The endpoint is being switched off: nothing more is sent. */
  is_closed: boolean;
  /** When something was last added or ended. */
  active_ms: number;
}

export function makeLine(endpoint_id: string, now_ms: number): Line {
  return {
    endpoint_id,
    may_have_more: true,
    waiting: [],
    in_flight: new Map(),
    window: in_flight_at_first,
    health: null,
    is_closed: false,
    active_ms: now_ms,
  };
}

/** How many more may start. One at a time while tries fail. */
export function roomOf(line: Line): number {
  const window = line.is_closed ? 0 : isFailing(line) ? 1 : line.window;
  return Math.max(0, window - line.in_flight.size);
}

/** How many to read ahead, so that a busy endpoint is not read for one by one; 0 while enough has been read. */
export function wantOf(line: Line): number {
  const free = roomOf(line) - line.waiting.length;
  if (!line.may_have_more || free <= 0) return 0;
  return isFailing(line) ? free : free * read_ahead;
}

/** Adds what was read, behind what waits already. */
export function append(line: Line, read: readonly DueDelivery[]): void {
  const [first] = read;
  if (!first) return;
  line.waiting.push(...read);
  const { failures, failing_since, open_until } = first;
  line.health ??= { failures, failing_since, open_until };
}

/**
 * Takes the next delivery that may start: the first whose object has nothing on its way, so that the events of one
 * object arrive in order and nothing else waits for it.
 */
export function takeNext(line: Line, now_ms: number): DueDelivery | undefined {
  const busy = new Set([...line.in_flight.values()].map(({ delivery }) => delivery.object_id));
  const index = line.waiting.findIndex(({ object_id }) => !busy.has(object_id));
  const [delivery] = index === -1 ? [] : line.waiting.splice(index, 1);
  if (!delivery) return undefined;
  line.in_flight.set(delivery.id, { delivery, started_ms: now_ms });
  return delivery;
}

/**
 * Notes that a try has ended, and lets more or fewer be on their way: the window grows while answers come quickly, and
 * begins anew after a failure. What was read of an endpoint that fails is read again when its time comes.
 */
export function settle(
  line: Line,
  delivery: DueDelivery,
  { succeeded, health, switch_off, record }: Verdict,
  now_ms: number,
): void {
  line.in_flight.delete(delivery.id);
  line.active_ms = now_ms;
  line.health = health;
  line.is_closed ||= switch_off !== null;
  if (line.is_closed || health.open_until !== null) line.waiting = [];
  if (!succeeded) line.window = 1;
  else if (record.duration_ms < quick_ms) line.window = Math.min(in_flight_max, line.window + 1);
}

/** True while the endpoint fails or takes its time. Suspects together get only a part of what a process can do. */
export function isSuspect(line: Line, now_ms: number): boolean {
  if (isFailing(line)) return true;
  const [oldest] = line.in_flight.values();
  return oldest !== undefined && now_ms - oldest.started_ms > suspicious_ms;
}

function isFailing({ health }: Line): boolean {
  return health !== null && health.failures > 0;
}

/** True when there has been nothing to send for a moment, as far as is known. */
export function isIdle(line: Line, now_ms: number): boolean {
  const { may_have_more, waiting, in_flight, is_closed, active_ms } = line;
  if (in_flight.size > 0 || now_ms - active_ms < idle_ms) return false;
  return is_closed || (!may_have_more && waiting.length === 0);
}
