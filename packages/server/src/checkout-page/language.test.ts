import { describe, expect, test } from 'vitest';
import { acceptedLanguage, pickedLanguage } from './language.ts';
import { address, linksOf } from './links.ts';
import { languages } from './texts/texts.ts';

describe('acceptedLanguage', () => {
  const cases: readonly [header: string | undefined, language: string][] = [
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['de-DE,de;q=0.9', 'en'],
    ['fr-CI', 'fr'],
    ['FR', 'fr'],
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
    ['pt-MZ', 'pt'],
    ['sw-KE', 'sw'],
    ['sw_TZ, en', 'en'],
    ['ar', 'ar'],
    ['ar-MR,fr;q=0.8', 'ar'],
    ['ar-Arab-TD', 'ar'],
    ['ha-NG, ar;q=0.7, fr;q=0.9', 'fr'],
    ['wo-SN, fr;q=0, pt;q=0.1', 'pt'],
    ['sw;q=0.5, pt;q=0.5', 'sw'],
    ['arz, constructor, __proto__', 'en'],
  ];
  for (const [header, language] of cases) {
    test(`returns the best language for ${header}`, () => expect(acceptedLanguage(header)).toBe(language));
  }
});

describe('pickedLanguage', () => {
  test.each(languages)('accepts %s', (language) => expect(pickedLanguage(language)).toBe(language));

  test.each([undefined, null, '', 'de', 'FR', 'pt-BR', 'toString', '__proto__', ['fr'], { fr: 1 }, 7])(
    'falls back to the browser’s language for %j',
    (text) => expect(pickedLanguage(text)).toBeNull(),
  );
});

describe('links', () => {
  test('lead to the same page in each language', () => {
    const { languages: links } = linksOf('tok', 'ar', {
      step: 'choose',
      has_come_back: false,
      is_test: false,
    });
    expect(Object.keys(links)).toEqual([...languages]);
    for (const language of languages) expect(links[language]).toBe(`/pay/tok?step=choose&lang=${language}`);
  });

  test('keep the picked language, and contain none if none was picked', () => {
    const place = { step: null, has_come_back: true, is_test: true };
    // The event stream contains no text in any language.
    const { languages: _switch, events: _stream, ...picked } = linksOf('tok', 'sw', place);
    for (const [name, href] of Object.entries(picked)) expect(href, name).toMatch(/[?&]lang=sw$/);
    const { languages: _same, ...unpicked } = linksOf('tok', null, place);
    for (const [name, href] of Object.entries(unpicked)) expect(href, name).not.toContain('lang=');
  });

  test('escape the values in their URL', () => {
    expect(address('/pay', { a: 'b&c=d #', e: null })).toBe('/pay?a=b%26c%3Dd+%23');
  });
});
