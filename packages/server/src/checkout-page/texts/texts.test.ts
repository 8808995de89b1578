import { failureReasons } from '@guichet/kernel/outcome';
import { describe, expect, test } from 'vitest';
import { failureNotice } from '../parts/failure.ts';
import { texts } from './texts.ts';

/** Every text of a language by its path, with parameters filled in. */
function listTexts(value: unknown, path: string): [path: string, text: string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return listTexts(value('«1»', '«2»'), `${path}()`);
  if (typeof value !== 'object' || value === null) throw new Error(`${path} is not a text`);
  return Object.entries(value).flatMap(([key, inner]) => listTexts(inner, `${path}.${key}`));
}

const french = listTexts(texts.fr, '');
const english = listTexts(texts.en, '');
/** The same in both languages, and rightly so. */
const shared = ['.direction', '.total', '.paid_at', '.entry_label', '.otp_label'];

test('both languages have the same keys', () => {
  expect(french.map(([path]) => path)).toEqual(english.map(([path]) => path));
});

test('both languages use the same parameters', () => {
  const parameters = (text: string) => text.match(/«\d»/g)?.sort() ?? [];
  for (const [index, [path, text]] of french.entries()) {
    expect(parameters(text), path).toEqual(parameters(english[index]?.[1] ?? ''));
  }
});

test('no text is left untranslated', () => {
  const same = french.filter(([, text], index) => text === english[index]?.[1] && /[a-z]{3}/i.test(text));
  expect(same.map(([path]) => path).filter((path) => !path.includes('sandbox_numbers'))).toEqual(shared);
});

describe('words', () => {
  for (const [language, list] of [['fr', french] as const, ['en', english] as const]) {
    test(`${language}: no text is empty, shouts, or speaks our jargon`, () => {
      for (const [path, text] of list) {
        expect(text.trim(), path).not.toBe('');
        expect(text, path).not.toMatch(/!|\b(session|token|webhook|timeout|transaction|merchant|null)\b/i);
      }
    });
  }

  test('French sets no-break spaces before its double punctuation', () => {
    for (const [path, text] of french) expect(text, path).not.toMatch(/[^\u202f\u00a0\d][?:;]/);
  });
});

describe('failures', () => {
  for (const reason of failureReasons) {
    test(`${reason}: what happened, that no money moved, what to do`, () => {
      for (const [language, nothingTaken] of [
        ['fr', 'Rien n’a été débité. '],
        ['en', 'Nothing was taken. '],
      ] as const) {
        const { title, sentence } = failureNotice(reason, texts[language].some_operator, texts[language]);
        expect(title).toMatch(/^\p{Lu}/u);
        expect(sentence.startsWith(nothingTaken)).toBe(true);
        expect(sentence.length).toBeGreaterThan(nothingTaken.length);
      }
    });
  }
});
