import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readTitles } from './read-titles.ts';

const root = new URL('../', import.meta.url);
const page = readFileSync(new URL('docs/security/asvs.md', root), 'utf8');
/** Requirements of levels 1 and 2 in OWASP ASVS 5.0.0, with their levels. */
const levels = JSON.parse(readFileSync(new URL('asvs-ids.json', import.meta.url), 'utf8')) as Record<
  string,
  number
>;
const states = ['holds', 'not applicable', 'open'] as const;

const rows = [
  ...page.matchAll(
    /^\| (?<id>[\d.]+) \| (?<level>\d) \| (?<asks>[^|]+) \| (?<state>[^|]+) \| (?<by>[^|]+) \|$/gm,
  ),
].map(({ groups: { id = '', level = '', state = '', by = '' } = {} }) => ({
  id,
  level: Number(level),
  state,
  by,
}));

test('the ASVS page has each requirement once, in order, with its level', () => {
  expect(rows.map(({ id, level }) => [id, level])).toEqual(Object.entries(levels));
});

test('every line of the page’s tables is parsed', () => {
  const lines = page.split('\n').filter((line) => /^\| \d+\.\d+\.\d+ /.test(line));
  expect(lines).toHaveLength(rows.length);
  expect(page.split('\n').length).toBeLessThanOrEqual(400);
});

test('every requirement is in one of three states', () => {
  expect(rows.filter(({ state }) => !states.some((one) => one === state))).toEqual([]);
});

test('a requirement in the state “holds” cites a file, and every cited file exists', () => {
  const files = ({ by }: { by: string }) =>
    [...by.matchAll(/`([\w.-]+\/[\w./-]+|[\w.-]+\.(?:md|json))`/g)].map(([, file = '']) => file);
  const bare = rows.filter((row) => row.state === 'holds' && files(row).length === 0);
  expect(bare.map(({ id }) => id)).toEqual([]);
  const gone = rows.flatMap((row) =>
    files(row)
      .filter((file) => !existsSync(new URL(file, root)))
      .map((file) => `${row.id}: ${file}`),
  );
  expect(gone).toEqual([]);
});

test('every cited test exists in its file', () => {
  const named = rows.flatMap(({ id, by }) =>
    [...by.matchAll(/`([^`]+)`: “([^”]+)”/g)].map(([, file = '', title = '']) => ({ id, file, title })),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ file, title }) => !readTitles(file).has(title))).toEqual([]);
});

test.each([1, 2])('the summary of level %s is correct', (level) => {
  const counts = states.map(
    (state) => rows.filter((row) => row.level === level && row.state === state).length,
  );
  expect(page).toContain(`| ${level} | ${counts.join(' | ')} |`);
});
