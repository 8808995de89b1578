import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Texts } from './define-texts.ts';

const src = join(import.meta.dirname, '..');
const names = await readdir(src, { recursive: true });
const files = names.filter((name) => /(\/|-)texts\.ts$/.test(name) && !name.includes('define-texts')).sort();

/** Lists every text by its path; texts that take values get placeholders. */
function flatten(words: unknown, path = ''): [path: string, text: string][] {
  if (typeof words === 'string') return [[path, words]];
  if (typeof words === 'function') return [[path, String(words('{a}', '{b}', '{c}'))]];
  return Object.entries(words as object).flatMap(([key, value]) => flatten(value, `${path}.${key}`));
}

describe.each(files)('%s', async (file) => {
  const all: Record<string, Texts<unknown>> = await import(join(src, file));
  const exported = Object.fromEntries(Object.entries(all).filter(([, value]) => 'en' in value));
  test.each(Object.keys(exported))('%s has the same keys and parameters in both languages', (name) => {
    const texts = exported[name];
    const [english, french] = [flatten(texts?.en), flatten(texts?.fr)];
    expect(french.map(([path]) => path)).toEqual(english.map(([path]) => path));
    for (const [index, [path, text]] of english.entries()) {
      const translated = french[index]?.[1] ?? '';
      expect(translated, path).not.toBe('');
      expect(translated.match(/\{\w\}/g)?.toSorted(), path).toEqual(text.match(/\{\w\}/g)?.toSorted());
    }
  });

  test.each(Object.keys(exported))('%s follows French typography and our style', (name) => {
    for (const [path, text] of flatten(exported[name]?.fr)) {
      expect(text, path).not.toMatch(/'|\.\.\.|"/);
      expect(text, path).not.toMatch(/[^\s\u00a0\u202f][;?]| [!]/);
      expect(text, path).not.toMatch(/«[^\u00a0\u202f]|[^\u00a0\u202f]»/);
    }
    for (const words of [exported[name]?.en, exported[name]?.fr]) {
      for (const [path, text] of flatten(words)) expect(text, path).not.toMatch(/!$/);
    }
  });
});
