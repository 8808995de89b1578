import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { french_findings } from './doctor-words.ts';

const doctor = join(import.meta.dirname, '../../../../core/src/events/webhooks/doctor');

test('every code of the webhook doctor has a French text, and there are no other texts', async () => {
  const names = (await readdir(doctor)).filter((name) => name.endsWith('.ts') && !name.includes('.test.'));
  const sources = await Promise.all(names.map((name) => readFile(join(doctor, name), 'utf8')));
  const codes = sources.flatMap((source) =>
    [...source.matchAll(/(?:problem: (?:result\.is_early \? )?|unanswered = |is_early \? )'([a-z_]+)'/g)].map(
      ([, code = '']) => code,
    ),
  );
  const known = Object.keys(french_findings);
  expect(codes.length).toBeGreaterThan(50);
  expect([...new Set(codes)].filter((code) => !known.includes(code))).toEqual([]);
  expect(known.filter((code) => !sources.some((source) => source.includes(`'${code}'`)))).toEqual([]);
});

test.each(Object.entries(french_findings))('the texts for %s follow French typography', (_, words) => {
  for (const text of words) {
    expect(text).toMatch(/^[\p{Lu}«].*[.?]$/u);
    expect(text).not.toMatch(/'|"|\.\.\.|[^\s\u00a0\u202f][;?»!]/);
  }
});
