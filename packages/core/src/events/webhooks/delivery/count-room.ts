import { type EndpointQueue, isSuspect } from './endpoint-queue.ts';

/** The maximum number of requests from one process in flight to endpoints that respond well or are new. */
export const slots_max = 512;
/** The maximum of these that may go to new endpoints. */
export const strangers_max = slots_max / 2;
/**
 * The maximum number of requests in flight to endpoints that fail or are slow, so that there is always room for the
 * others.
 */
export const suspects_max = 128;
/** Above this total, only trusted endpoints get new requests: each request takes memory until its deadline. */
export const open_max = 768;
/** Above this total, no endpoint gets new requests. */
export const in_flight_max = 2_048;

/**
 * The behaviour of an endpoint so far: `trusted` if it responded well and quickly to its last attempt, `suspect` if
 * it fails or is slow, `stranger` otherwise, for instance if it is new.
 */
export type Kind = 'trusted' | 'stranger' | 'suspect';

/** @param trusted endpoints that responded well and quickly to their last attempt */
export function kindOf(line: EndpointQueue, trusted: ReadonlySet<string>, now_ms: number): Kind {
  if (isSuspect(line, now_ms)) return 'suspect';
  return trusted.has(line.endpoint_id) ? 'trusted' : 'stranger';
}

/** The number of attempts that may start, by kind of endpoint. */
export interface Room {
  has(kind: Kind): boolean;
  take(kind: Kind): void;
}

/**
 * Counts how many attempts may start, by kind of endpoint. However many endpoints hang, there is room for the
 * others.
 *
 * @param in_flight requests in flight, including those to endpoints that now belong to another process
 */
export function countRoom(
  lines: Iterable<EndpointQueue>,
  trusted: ReadonlySet<string>,
  in_flight: number,
  now_ms: number,
): Room {
  const taken: Record<Kind, number> = { trusted: 0, stranger: 0, suspect: 0 };
  for (const line of lines) {
    if (line.in_flight.size > 0) taken[kindOf(line, trusted, now_ms)] += line.in_flight.size;
  }
  let total = in_flight;
  const limits: Readonly<Record<Kind, () => boolean>> = {
    trusted: () => taken.trusted + taken.stranger < slots_max && total < in_flight_max,
    stranger: () => limits.trusted() && taken.stranger < strangers_max && total < open_max,
    suspect: () => taken.suspect < suspects_max && total < open_max,
  };
  return {
    has: (kind) => limits[kind](),
    take: (kind) => {
      taken[kind]++;
      total++;
    },
  };
}
