import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readTree } from '../tidy/read-tree.ts';
import { feed, pumps } from './feed.ts';
import { judge } from './judge.ts';
import { type Regex, type Regexes, readPatterns, readRegexes } from './read-regexes.ts';

let found: Regexes;
let faults: ReadonlyMap<Regex, string>;
beforeAll(async () => {
  found = readRegexes(await readTree(root));
  faults = await judge(found.regexes);
}, 600_000);

const root = resolve(import.meta.dirname, '../..');

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

test.each(['docs/reference/openapi.json', 'packages/dashboard/src/api/openapi.json'])(
  'the patterns of %s are linear too',
  async (path) => {
    const patterns = readPatterns(JSON.parse(await readFile(join(root, path), 'utf8')), path);
    expect(patterns.length).toBeGreaterThan(10);
    expect([...(await judge(patterns))].map(([regex, fault]) => told(regex, fault))).toEqual([]);
  },
  600_000,
);

/** What it looks for, as far as it says so outright. */
function wordsOf({ source }: Regex): readonly string[] {
  return source.match(/[\w:<>"'=-]{2,}/g) ?? [];
}
