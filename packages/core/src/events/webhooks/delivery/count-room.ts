import { isSuspect, type Line } from './line.ts';

/** On their way at once, of one process, to endpoints that answer well. */
export const slots_max = 512;
/** Of those, for endpoints of which nothing is known yet. */
export const strangers_max = slots_max / 2;
/** On their way at once to endpoints that fail or take their time: the others always have room. */
export const suspects_max = 128;
/** With so many in all only endpoints that are known to answer get more: each takes memory until its deadline. */
export const open_max = 768;
/** With so many nobody does. */
export const in_flight_max = 2_048;

/** How an endpoint fares, as far as is known. */
export type Kind = 'trusted' | 'stranger' | 'suspect';

/** @param trusted endpoints whose last try was answered well and soon */
export function kindOf(line: Line, trusted: ReadonlySet<string>, now_ms: number): Kind {
  if (isSuspect(line, now_ms)) return 'suspect';
  return trusted.has(line.endpoint_id) ? 'trusted' : 'stranger';
}

/** How many more tries may start. */
export interface Room {
  has(kind: Kind): boolean;
  take(kind: Kind): void;
}

/**
 * Counts how many more tries may start, of each kind of endpoint. Endpoints that hang together, however many, leave
 * room for the others.
 *
 * @param in_flight on their way in all, also to endpoints that are another process's by now
 */
export function countRoom(
  lines: Iterable<Line>,
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
