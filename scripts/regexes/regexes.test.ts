import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readTree } from '../tidy/read-tree.ts';
import { feed, pumps } from './feed.ts';
import { judge } from './judge.ts';
import { type Regex, type Regexes, readRegexes } from './read-regexes.ts';

let found: Regexes;
let faults: ReadonlyMap<Regex, string>;
beforeAll(async () => {
  found = readRegexes(await readTree(resolve(import.meta.dirname, '../..')));
  faults = await judge(found.regexes);
}, 600_000);

/** For a person: where it stands, what it is, what is wrong. */
const told = ({ source, flags, places }: Regex, fault: string): string =>
  `${places.join(', ')}: /${source}/${flags}: ${fault}`;

describe('the regular expressions of the packages', () => {
  test('are all found, and can be read', () => {
    expect(found.unreadable).toEqual([]);
    expect(found.regexes.length).toBeGreaterThan(300);
  });

  test('are linear by analysis', () => {
    expect([...faults].map(([regex, fault]) => told(regex, fault))).toEqual([]);
  });

  test('take at most 1 ms a KB of hostile text of 1 to 256 KB, and grow with it', () => {
    const slow: string[] = [];
    // One that is exponential would never come back.
    for (const regex of found.regexes.filter((one) => !faults.has(one))) {
      const pattern = new RegExp(regex.source, regex.flags);
      const run = (text: string): unknown =>
        pattern.global ? text.replace(pattern, '') : pattern.test(text);
      for (const pump of [...pumps, ...wordsOf(regex)]) {
        const fault = feed(run, pump);
        if (fault === undefined) continue;
        slow.push(told(regex, fault));
        break;
      }
    }
    expect(slow).toEqual([]);
  }, 300_000);
});

/** What it looks for, as far as it says so outright. */
function wordsOf({ source }: Regex): readonly string[] {
  return source.match(/[\w:<>"'=-]{2,}/g) ?? [];
}
