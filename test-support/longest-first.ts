import { resolve } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isNightly } from './tier.ts';

const root = resolve(import.meta.dirname, '..');

/**
 * The files that run first in the nightly tier. Each takes a quarter of an hour or more; the soak test takes
 * half an hour, and mostly waits.
 */
const longest_at_night: readonly string[] = [
  'soak/soak.test.ts',
  'simulation/identity/histories.test.ts',
  ...['first', 'second', 'third', 'fourth', 'fifth'].map((name) => `simulation/fresh/${name}-fifth.test.ts`),
];

/** Files with at least half a minute of work, the longest first; `npm run test:slow` lists candidates. */
export const long_files: readonly string[] = [
  'e2e/dashboard/pages.test.ts',
  'simulation/bugs.test.ts',
  'simulation/identity/histories.test.ts',
  'simulation/identity/holes.test.ts',
  'e2e/dashboard/payments.test.ts',
  'e2e/dashboard/hostile-text.test.ts',
  'packages/dashboard/testing/proof.test.ts',
  'e2e/dashboard/payouts.test.ts',
  'e2e/dashboard/bulk-payouts.test.ts',
  'e2e/dashboard/frame.test.ts',
  'simulation/fresh/first-fifth.test.ts',
  'simulation/fresh/second-fifth.test.ts',
  'simulation/fresh/third-fifth.test.ts',
  'simulation/fresh/fourth-fifth.test.ts',
  'simulation/fresh/fifth-fifth.test.ts',
  'e2e/live/live.test.ts',
  'e2e/page/flows.test.ts',
  'e2e/signals/stop.test.ts',
  'packages/server/src/embedded-postgres/restart.test.ts',
  'packages/server/src/embedded-postgres/root.test.ts',
];

/** The files that run last: they measure scores, which are lower while other files keep the machine busy. */
const last_files: readonly string[] = [
  'packages/server/src/checkout-page/matrix/lighthouse.test.ts',
  'e2e/dashboard/lighthouse.test.ts',
];

/**
 * Starts the long files first. In a fresh clone Vitest has no durations and sorts by size, so a small file
 * with a long test may start last: then one worker runs for minutes while the others are idle.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = [...new Set([...(isNightly ? longest_at_night : []), ...long_files])];
    const places = new Map(first.map((path, index) => [resolve(root, path), index]));
    for (const path of last_files) places.set(resolve(root, path), first.length + 1);
    const placeOf = ({ moduleId }: TestSpecification): number => places.get(moduleId) ?? first.length;
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
