import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readTitles } from './read-titles.ts';

const root = new URL('../', import.meta.url);
const page = readFileSync(new URL('docs/reference/conformance.md', root), 'utf8');
const sections = page.split(/^## /m).slice(1);

interface Row {
  readonly rule: string;
  readonly file: string;
  readonly name: string;
}

function rowsOf(text: string): Row[] {
  const rows = text.matchAll(/^\| (?<rule>.+?) \| `(?<file>[^`]+)` \| (?<name>.+?) \|$/gm);
  return [...rows].map(({ groups: { rule = '', file = '', name = '' } = {} }) => ({ rule, file, name }));
}

test.each(sections.map((text) => [text.split('\n', 1)[0], text]))(
  '%s: every row refers to a test',
  (_, text = '') => {
    const lines = text.split('\n').filter((line) => line.startsWith('|'));
    // The first two lines of each table are its heading.
    expect(rowsOf(text)).toHaveLength(lines.length - 2);
    expect(lines.length).toBeGreaterThan(2);
  },
);

test.each(rowsOf(page))('the cited test exists: $rule', ({ file, name }) => {
  expect(existsSync(new URL(file, root)), `${file} does not exist`).toBe(true);
  expect([...readTitles(file)], `no test in ${file} has this title`).toContain(name);
});

/** The placeholders for values in the title of a test that runs once for each row of a table. */
const placeholder = /%[sijdo]|\$\{[^}]*\}|\$[\w.]+/g;

test('no cited title consists only of placeholders, which would match any test', () => {
  expect(rowsOf(page).filter(({ name }) => name.replace(placeholder, '').replace(/\W/g, '') === '')).toEqual(
    [],
  );
});

test('no rule is repeated within a section', () => {
  const twice = sections.flatMap((text) => {
    const rules = rowsOf(text).map(({ rule }) => rule);
    return rules.filter((rule, index) => rules.indexOf(rule) !== index);
  });
  expect(twice).toEqual([]);
});
