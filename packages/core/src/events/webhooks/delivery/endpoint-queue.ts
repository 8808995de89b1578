import type { Verdict } from './judge.ts';
import type { DueDelivery, Health } from './queries.ts';

/**
 * The maximum number of requests in flight to one endpoint. The window starts low ({@link settle}), so that a small
 * server is not overrun.
 */
export const in_flight_max = 64;
const in_flight_at_first = 2;
/** The number of deliveries that are read ahead, in multiples of the window, if there is room. */
const read_ahead = 4;
/** A response that takes longer than this does not make the endpoint's window grow. */
const quick_ms = 1_000;
/** An attempt that takes longer than this makes its endpoint a suspect: the endpoint may be hanging. */
const suspicious_ms = 1_000;
/** When there has been nothing to send to an endpoint for this long, another process may take the endpoint. */
const idle_ms = 1_000;
/** While other endpoints await their turn, an endpoint is released after this time. */
const turn_ms = 1_000;

/** A request in flight. */
interface Sending {
  readonly delivery: DueDelivery;
  readonly started_ms: number;
}

/**
 * The queue of deliveries for one endpoint, in order.
 *
 * Modes:
 * - *new*: entered when this process takes the endpoint; the window is small. Left for one of the next three
 *   modes on the first read, which returns the endpoint's health.
 * - *healthy*: no failure since the last success. The window grows with each quick response. Left on a failure.
 * - *failing*: entered on a failure, or when a pause is over; one attempt at a time. Left on a success, after which
 *   the window is small again, or on the fifth failure in a row.
 * - *paused*: entered on the fifth failure in a row, until `health.open_until`; the queue is dropped and nothing
 *   is appended.
 * - *closed*: entered when the endpoint is disabled or its turn ends; nothing is read or sent any more. Left only
 *   when the queue is dropped.
 * - *idle*: entered from any mode when nothing is in flight and there has been nothing to send for `idle_ms`.
 *   A closed queue becomes idle as soon as nothing is in flight. An idle queue is dropped, and any process
 *   may then take the endpoint.
 */
export interface EndpointQueue {
  readonly endpoint_id: string;
  /** Whether something may be due that has not been read yet. */
  may_have_more: boolean;
  /** Deliveries that were read but not sent yet, in order. */
  waiting: DueDelivery[];
  readonly in_flight: Map<string, Sending>;
  /**
   * The ids of deliveries in flight or not yet recorded: a process that took over the endpoint would send them again.
   */
  readonly under_way: Set<string>;
  /** Objects with an event in flight. */
  readonly busy: Set<string>;
  /** The number of requests that may be in flight. */
  window: number;
  /** Null until the first read; from then on, this process has the latest health. */
  health: Health | null;
  /** Whether the endpoint is being disabled or its turn is over, so that nothing more is sent. */
  is_closed: boolean;
  /** The time at which the endpoint's turn began. */
  readonly taken_ms: number;
  /** The time at which a delivery was last added or an attempt last ended. */
  active_ms: number;
}

/** @param before the previous queue of the endpoint, whose requests in flight this one shares */
export function makeEndpointQueue(
  endpoint_id: string,
  now_ms: number,
  before?: EndpointQueue,
): EndpointQueue {
  return {
    endpoint_id,
    may_have_more: true,
    waiting: [],
    in_flight: before?.in_flight ?? new Map(),
    under_way: before?.under_way ?? new Set(),
    busy: before?.busy ?? new Set(),
    window: in_flight_at_first,
    health: null,
    is_closed: false,
    taken_ms: now_ms,
    active_ms: now_ms,
  };
}

/** Returns the number of attempts that may start: one at a time while attempts fail. */
export function roomOf(line: EndpointQueue): number {
  const window = line.is_closed ? 0 : isFailing(line) ? 1 : line.window;
  return Math.max(0, window - line.in_flight.size);
}

/**
 * Returns the number of deliveries to read, so that the queue does not run dry; 0 while it is long enough.
 *
 * @param share the maximum number of deliveries to read ahead, so that all queues fit in memory; at least 1
 */
export function wantOf(line: EndpointQueue, share = Number.POSITIVE_INFINITY): number {
  const { may_have_more, waiting, window } = line;
  if (!may_have_more || line.is_closed) return 0;
  if (isFailing(line)) return Math.max(0, roomOf(line) - waiting.length);
  const target = Math.min(window * read_ahead, share);
  return waiting.length < Math.min(window, target) ? target - waiting.length : 0;
}

/**
 * Appends the deliveries that were read, unless the endpoint has been paused meanwhile.
 *
 * @returns whether they were appended
 */
export function append(line: EndpointQueue, read: readonly DueDelivery[], now: Date): boolean {
  const [first] = read;
  if (!first) return false;
  const { failures, failing_since, open_until, updated_at } = first;
  line.health ??= { failures, failing_since, open_until, updated_at };
  if (line.is_closed || (line.health.open_until !== null && line.health.open_until > now)) return false;
  line.waiting.push(...read);
  return true;
}

/**
 * Takes the next delivery that may start: the first whose object has nothing in flight, so that the events of
 * one object arrive in order and nothing else waits for them.
 */
export function takeNext(line: EndpointQueue, now_ms: number): DueDelivery | undefined {
  const { waiting, busy, in_flight } = line;
  const index = waiting.findIndex(({ object_id }) => !busy.has(object_id));
  const [delivery] = index === -1 ? [] : waiting.splice(index, 1);
  if (!delivery) return undefined;
  in_flight.set(delivery.id, { delivery, started_ms: now_ms });
  busy.add(delivery.object_id);
  return delivery;
}

/**
 * Records the end of an attempt and adjusts the window: it shrinks to one on a failure, returns to at least
 * the initial size on the next success, even a slow one, and grows with each quick response. When the circuit
 * opens, the queue is dropped; its deliveries are read again when they are due.
 */
export function settle(line: EndpointQueue, delivery: DueDelivery, verdict: Verdict, now_ms: number): void {
  const { succeeded, health, switch_off } = verdict;
  line.in_flight.delete(delivery.id);
  line.busy.delete(delivery.object_id);
  line.active_ms = now_ms;
  line.health = health;
  line.is_closed ||= switch_off !== null;
  if (line.is_closed || health.open_until !== null) line.waiting = [];
  if (!succeeded) line.window = 1;
  else if (isQuick(verdict)) line.window = Math.min(in_flight_max, line.window + 1);
  else line.window = Math.max(in_flight_at_first, line.window);
}

/** Whether a response came soon enough to grow the window. */
export function isQuick({ succeeded, record }: Verdict): boolean {
  return succeeded && record.duration_ms < quick_ms;
}

/** Whether the endpoint fails or is slow. Suspects together get only a part of a process's capacity. */
export function isSuspect(line: EndpointQueue, now_ms: number): boolean {
  if (isFailing(line)) return true;
  const [oldest] = line.in_flight.values();
  return oldest !== undefined && now_ms - oldest.started_ms > suspicious_ms;
}

function isFailing({ health }: EndpointQueue): boolean {
  return health !== null && health.failures > 0;
}

/** Whether, as far as is known, there has been nothing to send to the endpoint for a while. */
export function isIdle(line: EndpointQueue, now_ms: number): boolean {
  const { may_have_more, waiting, under_way, is_closed, active_ms } = line;
  if (under_way.size > 0) return false;
  return is_closed || (now_ms - active_ms >= idle_ms && !may_have_more && waiting.length === 0);
}

/** Whether the endpoint has had its turn, so that another one may be served in its place. */
export function hadTurn({ taken_ms }: EndpointQueue, now_ms: number): boolean {
  return now_ms - taken_ms >= turn_ms;
}

/** Sends nothing more to the endpoint, so that it can be released; it is taken again later. */
export function endTurn(line: EndpointQueue): void {
  line.is_closed = true;
  line.waiting = [];
}
