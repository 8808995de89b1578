/**
 * Whether this is the nightly tier, `npm run test:all`, which runs everything at full length. `npm test`, for
 * every change, omits the files of {@link nightly_files} and samples long lists of cases.
 */
export const isNightly = process.env.TEST_TIER === 'nightly';

/**
 * The files that run only in the nightly tier: scores that a busy machine lowers, measured times, drills and
 * long waits.
 */
export const nightly_files: readonly string[] = [
  'drill/drill.test.ts',
  'e2e/dashboard/lighthouse.test.ts',
  'e2e/live/lost-result.test.ts',
  'packages/server/src/checkout-page/matrix/lighthouse.test.ts',
  'scripts/readers/callbacks.test.ts',
  'scripts/readers/readers.test.ts',
  'scripts/regexes/times.test.ts',
];

/** Returns the whole list in the nightly tier, otherwise evenly spread items, beginning with the first. */
export function sampleOf<Item>(all: readonly Item[], usual: number): readonly Item[] {
  if (isNightly || all.length <= usual) return all;
  return Array.from({ length: usual }, (_, index) => all[Math.floor((index * all.length) / usual)] as Item);
}
