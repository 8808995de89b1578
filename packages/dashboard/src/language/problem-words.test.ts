import { describe, expect, test } from 'vitest';
import { type ProblemWords, problem_words } from './problem-words.ts';

type Say = (values: Readonly<Record<string, string>>) => string;

/** Formats a problem with placeholders, which show where its values appear. */
function say(words: ProblemWords, code: string): string {
  const values = new Proxy<Record<string, string>>({}, { get: (_, name) => `{${String(name)}}` });
  return ((words as unknown as Readonly<Record<string, Say>>)[code] as Say)(values);
}

const valuesIn = (text: string) => text.match(/\{\w+\}/g)?.toSorted();

describe('a server error', () => {
  test('has a text in both languages, whatever its code', () => {
    expect(Object.keys(problem_words.fr)).toEqual(Object.keys(problem_words.en));
  });

  test.each(Object.keys(problem_words.en))('with code %s has matching texts in both languages', (code) => {
    const [english, french] = [say(problem_words.en, code), say(problem_words.fr, code)];
    expect(valuesIn(french)).toEqual(valuesIn(english));
    expect(french).not.toBe(english);
    expect(french).not.toMatch(/'|"|\.\.\./);
    // French has a non-breaking space before these.
    expect(french).not.toMatch(/[^\s\u00a0\u202f][;?»!]/);
    for (const text of [english, french]) expect(text).toMatch(/^[\p{Lu}“«{].*[.}]$/u);
  });
});
