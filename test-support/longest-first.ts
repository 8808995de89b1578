import { resolve } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = resolve(import.meta.dirname, '..');

/** From half a minute of work on, the longest first; `npm run test:slow` shows what belongs here. */
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
  'simulation/fresh/first-quarter.test.ts',
  'simulation/fresh/second-quarter.test.ts',
  'simulation/fresh/third-quarter.test.ts',
  'simulation/fresh/fourth-quarter.test.ts',
  'e2e/live/live.test.ts',
  'e2e/page/flows.test.ts',
  'e2e/signals/stop.test.ts',
  'packages/server/src/embedded-postgres/restart.test.ts',
  'packages/server/src/embedded-postgres/root.test.ts',
];

/**
 * Starts the long files first. In a fresh clone Vitest knows no durations and goes by size, and a short file with a
 * long test may come last: then one worker runs for minutes while the others are idle.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const places = new Map(long_files.map((path, index) => [resolve(root, path), index]));
    const placeOf = ({ moduleId }: TestSpecification): number => places.get(moduleId) ?? long_files.length;
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
