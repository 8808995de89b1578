import { percentile } from '../percentile.ts';
import { type Question, questions } from './questions.ts';
import type { Sample } from './samples/queries.ts';
import type { Visit } from './visit.ts';

/** The longest time that any query may take, as promised in the issue about the dashboard. */
export const target_ms = 200;
/** PostgreSQL may switch to a generic plan after five executions, so each query runs more often than that. */
const asks_per_connection = 6;

export interface Timed {
  readonly name: string;
  readonly p50_ms: number;
  readonly p95_ms: number;
  readonly longest_ms: number;
}

/**
 * Makes every query once per sample and person. People query concurrently, each with one query at a time.
 *
 * @param samples at least 6, each with its own search terms
 */
export async function timeQuestions(visit: Visit, samples: readonly Sample[], people = 1): Promise<Timed[]> {
  if (samples.length < asks_per_connection) throw new Error(`${samples.length} samples are too few`);
  const timed: Timed[] = [];
  for (const question of questions) timed.push(await timeOne(visit, question, samples, people));
  return timed;
}

async function timeOne(
  visit: Visit,
  { name, path }: Question,
  samples: readonly Sample[],
  people: number,
): Promise<Timed> {
  const times: number[] = [];
  // Each person begins with a different sample, so that nobody benefits from database pages that another person's
  // query has just read.
  const askAll = async (person: number): Promise<void> => {
    const first = Math.floor((person * samples.length) / people);
    for (const sample of [...samples.slice(first), ...samples.slice(0, first)]) {
      const started_ms = performance.now();
      await (await visit.ask(path(sample))).arrayBuffer();
      times.push(performance.now() - started_ms);
    }
  };
  await Promise.all(Array.from({ length: people }, (_, person) => askAll(person)));
  return {
    name,
    p50_ms: percentile(times, 0.5),
    p95_ms: percentile(times, 0.95),
    longest_ms: Math.max(...times),
  };
}

/** Returns a line for each query, or for the slowest few, and repeats the slowest at the end. */
export function describeTimed(timed: readonly Timed[], few?: number): string[] {
  const slowest = [...timed].sort((one, other) => other.p95_ms - one.p95_ms);
  const [worst] = slowest;
  const over = slowest.filter(({ p95_ms }) => p95_ms > target_ms).length;
  const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);
  return [
    ...(few === undefined ? timed : slowest.slice(0, few)).map(
      ({ name, p50_ms, p95_ms, longest_ms }) =>
        `  ${name}: p50 ${ms(p50_ms)}, p95 ${ms(p95_ms)}, longest ${ms(longest_ms)} ms`,
    ),
    `  worst p95: ${ms(worst?.p95_ms ?? 0)} ms, ${worst?.name} (target: under ${target_ms}); ${over} of ${timed.length} queries above it`,
  ];
}
