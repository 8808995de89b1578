import { failureReasons } from '@guichet/kernel/outcome';
import { describe, expect, test } from 'vitest';
import { failureNotice } from '../parts/failure.ts';
import type { Texts } from './keys.ts';
import { languages, texts } from './texts.ts';

type ListedText = readonly [path: string, text: string];

/** Every text of a language by its path, with parameters filled in. */
function listTexts(value: unknown, path: string): ListedText[] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return listTexts(value('‹1›', '‹2›', '‹3›'), `${path}()`);
  if (typeof value !== 'object' || value === null) throw new Error(`${path} is not a text`);
  return Object.entries(value).flatMap(([key, inner]) => listTexts(inner, `${path}.${key}`));
}

const english = listTexts(texts.en, '');
/** Settings of a language, not texts in it. */
const settings = ['.locale', '.direction'];
/** Words that are correctly the same in several languages. */
const international = ['Total', 'Subtotal', 'Date', 'Code'];

describe.each(languages)('%s', (language) => {
  const list = listTexts(texts[language], '');
  const words = list.filter(([path]) => !settings.includes(path));

  test('has the same keys as English, in the same order', () => {
    expect(list.map(([path]) => path)).toEqual(english.map(([path]) => path));
  });

  test('uses the same parameters as English', () => {
    const parameters = (text = '') => text.match(/‹\d›/g)?.sort() ?? [];
    for (const [index, [path, text]] of list.entries()) {
      expect(parameters(text), path).toEqual(parameters(english[index]?.[1]));
    }
  });

  test('has its own locale, which Intl supports', () => {
    const { locale } = texts[language];
    expect(Intl.NumberFormat.supportedLocalesOf(locale)).toEqual([locale]);
    expect(new Intl.Locale(locale).language).toBe(language);
    expect(new Intl.NumberFormat(locale).format(1234)).toMatch(/^1.?234$/);
  });

  test('contains no text in another language', () => {
    for (const other of languages.filter((code) => code !== language)) {
      const theirs = new Map(listTexts(texts[other], ''));
      const copied = words.filter(([path, text]) => text === theirs.get(path) && /\p{L}{2}/u.test(text));
      expect(
        copied.filter(([, text]) => !international.includes(text)),
        other,
      ).toEqual([]);
    }
  });

  test('is never empty, has no exclamation marks and no jargon', () => {
    for (const [path, text] of words) {
      expect(text, path).toMatch(/[\p{L}\p{N}]/u);
      expect(text, path).toBe(text.trim());
      expect(text, path).not.toMatch(/[!¡]|\s{2}/);
      expect(text, path).not.toMatch(jargon);
    }
  });

  test('says for every failure what happened, that no money moved, and what to do', () => {
    const nothingTaken = firstSentence(texts[language].expired('‹1›').sentence);
    for (const reason of failureReasons) {
      const { title, sentence } = failureNotice(reason, texts[language].some_operator, texts[language]);
      expect(title, reason).toMatch(/^[\p{Lu}\p{Lo}]/u);
      expect(title, reason).not.toMatch(/[.:]$/);
      expect(firstSentence(sentence), reason).toBe(nothingTaken);
      expect(sentence.length, reason).toBeGreaterThan(nothingTaken.length + 10);
      expect(sentence, reason).toMatch(/\.$/);
    }
  });

  test('says that no money moved for a cancelled payment', () => {
    const { cancelled, expired, unavailable, otp_wrong } = texts[language];
    const nothingTaken = firstSentence(expired('‹1›').sentence);
    for (const { sentence } of [cancelled('‹1›'), unavailable('‹1›')]) {
      expect(firstSentence(sentence)).toBe(nothingTaken);
    }
    expect(otp_wrong).toContain(nothingTaken);
  });

  test('never says that nothing was charged when money may have moved', () => {
    const nothingTaken = firstSentence(texts[language].expired('‹1›').sentence);
    for (const [path, text] of words.filter(([key]) => mayHaveMoved.test(key))) {
      expect(text, path).not.toContain(nothingTaken.slice(0, -1));
    }
  });
});

/** Technical words, in all languages of the page. */
const jargon =
  /\b(sessions?|tokens?|webhooks?|time-?outs?|transactions?|merchants?|null|ussd|api|otp|url|sessão|transaç\S+|servidor|kikao|muamala|seva)\b|جلسة|معاملة|خادم/i;

/** Screens where the outcome is unknown or the money has moved. */
const mayHaveMoved =
  /^\.(waiting|unknown|redirect|success|already_paid|held|returned|error|rate_limited|recovering|session_unknown)/;

function firstSentence(text: string): string {
  return text.slice(0, text.indexOf('.') + 1);
}

test('the sentence for “no money moved” is as expected', () => {
  const said = (words: Texts) => firstSentence(words.expired('‹1›').sentence);
  expect(said(texts.fr)).toBe('Rien n’a été débité.');
  expect(said(texts.en)).toBe('No money was taken.');
});

test('French has no-break spaces before its double punctuation', () => {
  for (const [path, text] of listTexts(texts.fr, '')) {
    expect(text, path).not.toMatch(/[^\u202f\u00a0\d][?:;]/);
  }
});

describe.each(languages.filter((language) => texts[language].direction === 'rtl'))('%s', (language) => {
  const list = listTexts(texts[language], '').filter(([path]) => !settings.includes(path));

  test('isolates every name, amount and number in a sentence', () => {
    for (const [path, text] of list) {
      expect(text.replaceAll(/\u2068‹\d›\u2069/g, ''), path).not.toMatch(/‹\d›|[\u2066-\u2069]/);
    }
  });

  test('uses the punctuation of its script', () => {
    for (const [path, text] of list) expect(text, path).not.toMatch(/[?,;%]/);
  });
});
