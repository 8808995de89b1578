import type { Verdict } from './judge.ts';
import type { DueDelivery, Health } from './queries.ts';

/** Of one endpoint at once, at most. A shop of one small server is not run over: {@link settle} feels its way up. */
export const in_flight_max = 64;
const in_flight_at_first = 2;
/** So many times what may be on their way is read, where there is room for it. */
const read_ahead = 4;
/** Less is not read at once. */
const read_min = 4;
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
  /** On their way or not yet written: another process would send those again. */
  under_way: number;
  /** Objects that something is on its way of. */
  readonly busy: Set<string>;
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
    under_way: 0,
    busy: new Set(),
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

/**
 * How many to read, before the last of what was read has started; 0 while enough has been read.
 *
 * @param share so many may wait here, of all that this process keeps in memory
 */
export function wantOf(line: Line, share = Number.POSITIVE_INFINITY): number {
  const { may_have_more, waiting, window } = line;
  if (!may_have_more || line.is_closed) return 0;
  if (isFailing(line)) return Math.max(0, roomOf(line) - waiting.length);
  const target = Math.max(read_min, Math.min(window * read_ahead, share));
  return waiting.length < Math.min(window, target) ? target - waiting.length : 0;
}

/**
 * Adds what was read, behind what waits already; not while the endpoint is left alone, which may have begun since.
 *
 * @returns whether it was added
 */
export function append(line: Line, read: readonly DueDelivery[], now: Date): boolean {
  const [first] = read;
  if (!first) return false;
  const { failures, failing_since, open_until } = first;
  line.health ??= { failures, failing_since, open_until };
  if (line.is_closed || (line.health.open_until !== null && line.health.open_until > now)) return false;
  line.waiting.push(...read);
  return true;
}

/**
 * Takes the next delivery that may start: the first whose object has nothing on its way, so that the events of one
 * object arrive in order and nothing else waits for it.
 */
export function takeNext(line: Line, now_ms: number): DueDelivery | undefined {
  const { waiting, busy, in_flight } = line;
  const index = waiting.findIndex(({ object_id }) => !busy.has(object_id));
  const [delivery] = index === -1 ? [] : waiting.splice(index, 1);
  if (!delivery) return undefined;
  in_flight.set(delivery.id, { delivery, started_ms: now_ms });
  busy.add(delivery.object_id);
  return delivery;
}

/**
 * Notes that a try has ended, and lets more or fewer be on their way: the window grows while answers come quickly, and
 * begins anew after a failure. What was read of an endpoint that fails is read again when its time comes.
 */
export function settle(line: Line, delivery: DueDelivery, verdict: Verdict, now_ms: number): void {
  const { succeeded, health, switch_off } = verdict;
  line.in_flight.delete(delivery.id);
  line.busy.delete(delivery.object_id);
  line.active_ms = now_ms;
  line.health = health;
  line.is_closed ||= switch_off !== null;
  if (line.is_closed || health.open_until !== null) line.waiting = [];
  if (!succeeded) line.window = 1;
  else if (isQuick(verdict)) line.window = Math.min(in_flight_max, line.window + 1);
}

/** True for an answer that came so soon that its endpoint is trusted with more. */
export function isQuick({ succeeded, record }: Verdict): boolean {
  return succeeded && record.duration_ms < quick_ms;
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
  const { may_have_more, waiting, under_way, is_closed, active_ms } = line;
  if (under_way > 0 || now_ms - active_ms < idle_ms) return false;
  return is_closed || (!may_have_more && waiting.length === 0);
}
