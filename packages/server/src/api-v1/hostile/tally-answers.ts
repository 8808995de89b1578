import type { HostileRequest } from './draft.ts';
import type { Endpoint } from './read-endpoints.ts';
import type { HostileAnswer } from './send-hostile.ts';

export interface Tally {
  /** Counts the response, if it belongs to the operation that the request was made for. */
  add(request: HostileRequest, answer: HostileAnswer): void;
  /** Operations with few successes or few refusals, as sentences. */
  findGaps(): readonly string[];
}

/**
 * The minimum number of responses that proves that requests pass an operation's first checks. It is a fifth of the
 * lowest number observed.
 */
const answers_min = 20;

/** Counts responses by operation and status class, to show how deep the requests got. */
export function tallyAnswers(endpoints: readonly Endpoint[]): Tally {
  const counts = new Map(endpoints.map(({ id }) => [id, { successes: 0, refusals: 0 }]));
  return {
    add: ({ endpoint, method, path }, { status }) => {
      const count = counts.get(endpoint.id);
      // A changed method or path would reach a different operation, or none.
      const isThere = method === endpoint.method && endpoint.pattern.test(path.split('?', 1)[0] ?? '');
      if (!count || !isThere) return;
      if (status >= 200 && status < 300) count.successes++;
      if (status >= 400 && status < 500) count.refusals++;
    },
    findGaps: () =>
      [...counts].flatMap(([id, { successes, refusals }]) => [
        ...(successes < answers_min ? [`${id} had only ${successes} successes`] : []),
        ...(refusals < answers_min ? [`${id} had only ${refusals} refusals`] : []),
      ]),
  };
}
