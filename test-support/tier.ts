/**
 * Whether this is the nightly tier, `npm run test:all`: everything, at full length. What every change runs, `npm test`,
 * leaves out the files of {@link nightly_files} and takes part of what is long.
 */
export const isNightly = process.env.TEST_TIER === 'nightly';

/** Pictures, scores that a busy machine lowers, and measured times: they say nothing sooner than a night later. */
export const nightly_files: readonly string[] = [
  'e2e/dashboard/lighthouse.test.ts',
  'packages/server/src/checkout-page/matrix/lighthouse.test.ts',
  'scripts/readers/callbacks.test.ts',
  'scripts/readers/readers.test.ts',
  'scripts/regexes/times.test.ts',
];

/** All of a list in the nightly tier, otherwise so many of it, evenly spread from the first on. */
export function sampleOf<Item>(all: readonly Item[], usual: number): readonly Item[] {
  if (isNightly || all.length <= usual) return all;
  return Array.from({ length: usual }, (_, index) => all[Math.floor((index * all.length) / usual)] as Item);
}
