import { randomInt } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { isNightly } from '../test-support/tier.ts';

/** The random histories that a test run plays in addition to the stored ones. */
export interface FreshHistories {
  /** The seed of the first one; the others follow consecutively. */
  readonly seed: number;
  readonly histories: number;
}

declare module 'vitest' {
  interface ProvidedContext {
    fresh_histories: FreshHistories;
  }
}

const usual_histories = isNightly ? 20_000 : 150;
/** With fewer histories, a test file might find no ledger entries to check. */
const histories_min = 100;

/**
 * Chooses the seed of a test run, once for all of its workers.
 *
 * @throws Error when SIMULATION_SEED or SIMULATION_HISTORIES is not an integer, or the latter is too small
 */
export function setup(project: TestProject): void {
  const histories = wholeNumber('SIMULATION_HISTORIES') ?? usual_histories;
  if (histories < histories_min) throw new Error(`SIMULATION_HISTORIES: at least ${histories_min}`);
  const seed = wholeNumber('SIMULATION_SEED') ?? randomInt(2 ** 31);
  project.provide('fresh_histories', { seed, histories });
}

function wholeNumber(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined) return undefined;
  if (!/^\d{1,10}$/.test(text)) throw new Error(`${name}: ${text} is not a whole number of up to ten digits`);
  return Number(text);
}
