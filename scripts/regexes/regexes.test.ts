import { beforeAll, describe, expect, test } from 'vitest';
import { isNightly } from '../../test-support/tier.ts';
import { documents, readAll, readDocument, readPackages } from './all.ts';
import { judge, readJudged, textOf } from './judge.ts';
import type { Regex, Regexes } from './read-regexes.ts';

let found: Regexes;
let faults: ReadonlyMap<Regex, string>;
beforeAll(async () => {
  found = await readPackages();
  faults = await judge(found.regexes);
}, 600_000);

/** Describes a fault for people: the places, the expression, and the problem. */
const told = (regex: Regex, fault: string): string =>
  `${regex.places.join(', ')}: ${textOf(regex)}: ${fault}`;

describe('the regular expressions of the packages', () => {
  test('are all found and parsed', () => {
    expect(found.unreadable).toEqual([]);
    expect(found.regexes.length).toBeGreaterThan(300);
  });

  test('are linear by analysis', () => {
    expect([...faults].map(([regex, fault]) => told(regex, fault))).toEqual([]);
  });
});

test.each(documents)(
  'the patterns of %s are linear too',
  async (path) => {
    const patterns = await readDocument(path);
    expect(patterns.length).toBeGreaterThan(10);
    expect([...(await judge(patterns))].map(([regex, fault]) => told(regex, fault))).toEqual([]);
  },
  600_000,
);

test('an expression that is not linear is found', async () => {
  const slow: Regex = { source: '^(a+)+$', flags: '', places: ['here'] };
  expect((await judge([slow], new Set())).get(slow)).toContain('exponential');
});

if (isNightly) {
  test('the stored results are current; after a change run: node scripts/regexes/write.ts', async () => {
    const kept = await readJudged();
    expect((await readAll()).map(textOf).filter((text) => !kept.has(text))).toEqual([]);
  });
}
