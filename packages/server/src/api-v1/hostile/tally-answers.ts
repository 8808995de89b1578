import type { HostileRequest } from './draft.ts';
import type { Endpoint } from './read-endpoints.ts';
import type { HostileAnswer } from './send-hostile.ts';

export interface Tally {
  /** Counts the response, if it belongs to the operation that the request was made for. */
  add(request: HostileRequest, answer: HostileAnswer): void;
  /** Operations with few successes or few refusals, in sentences. */
  findGaps(): readonly string[];
}

/** Fewer are no proof that requests of an operation got past its first checks: a fifth of the fewest that were seen. */
const answers_min = 20;

/** Counts responses by operation and status class, to show how deep the requests got. */
export function tallyAnswers(endpoints: readonly Endpoint[]): Tally {
  const counts = new Map(endpoints.map(({ id }) => [id, { successes: 0, refusals: 0 }]));
  return {
    add: ({ endpoint, method, path }, { status }) => {
      const count = counts.get(endpoint.id);
      // Another method or path would reach another operation, or none.
      const isThere = method === endpoint.method && endpoint.pattern.test(path.split('?', 1)[0] ?? '');
      if (!count || !isThere) return;
      if (status >= 200 && status < 300) count.successes++;
      if (status >= 400 && status < 500) count.refusals++;
    },
    findGaps: () =>
      [...counts].flatMap(([id, { successes, refusals }]) => [
        ...(successes < answers_min ? [`${id} was answered with ${successes} successes only`] : []),
        ...(refusals < answers_min ? [`${id} was answered with ${refusals} refusals only`] : []),
      ]),
  };
}
