import { readFileSync } from 'node:fs';
import { parsePhone } from '@guichet/kernel/phone';
import { expect, test } from 'vitest';
import { guessOperators } from '../catalogue.ts';
import { otherwise, scenarioFor, scenarios } from './scenarios.ts';

const page = readFileSync(new URL('../../../../docs/reference/sandbox.md', import.meta.url), 'utf8');

/** Cells of the table under a heading, without its two header lines. */
function tableUnder(heading: string): string[][] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test('the page lists the same digits, titles and details as the code', () => {
  const rows = [...scenarios, otherwise].map((scenario) => [
    scenario.digits === 'other' ? 'any other' : scenario.digits,
    scenario.title,
    scenario.details,
  ]);
  expect(tableUnder('The table')).toEqual(rows);
});

test('scenarios have two digits, are sorted, and are selected by their digits', () => {
  const digits = scenarios.map((scenario) => scenario.digits);
  expect(digits.every((pair) => /^\d\d$/.test(pair))).toBe(true);
  expect(digits).toEqual([...new Set(digits)].sort());
  expect(digits.map((pair) => scenarioFor(`+22507481516${pair}`).digits)).toEqual(digits);
});

test('the example numbers exist and belong to their operator', () => {
  const examples = tableUnder('Numbers to try');
  expect(examples.length).toBeGreaterThan(0);
  for (const [operator = '', number = ''] of examples) {
    expect(number).toMatch(/NN`$/);
    const phone = parsePhone(number.replaceAll('`', '').replace('NN', '00'));
    const guesses = phone && guessOperators(phone).map(({ code }) => `\`${code}\``);
    expect(guesses).toContain(operator);
  }
});
