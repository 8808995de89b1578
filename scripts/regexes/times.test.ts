import { expect, test } from 'vitest';
import { readPackages } from './all.ts';
import { feed, pumps } from './feed.ts';
import { judge } from './judge.ts';
import type { Regex } from './read-regexes.ts';

test('the regular expressions of the packages take at most 1 ms per KB of hostile text of 1 to 256 KB, and the time grows linearly', async () => {
  const { regexes } = await readPackages();
  const faults = await judge(regexes);
  const slow: string[] = [];
  // An exponential expression would never return.
  for (const regex of regexes.filter((one) => !faults.has(one))) {
    const pattern = new RegExp(regex.source, regex.flags);
    const run = (text: string): unknown => (pattern.global ? text.replace(pattern, '') : pattern.test(text));
    for (const pump of [...pumps, ...wordsOf(regex)]) {
      const fault = feed(run, pump);
      if (fault === undefined) continue;
      slow.push(`${regex.places.join(', ')}: /${regex.source}/${regex.flags}: ${fault}`);
      break;
    }
  }
  expect(slow).toEqual([]);
}, 600_000);

/** Lists the words that a pattern contains literally. */
function wordsOf({ source }: Regex): readonly string[] {
  return source.match(/[\w:<>"'=-]{2,}/g) ?? [];
}
