import { describe, expect, test } from 'vitest';
import { textOf } from '../compress.ts';
import { renderPage } from '../render.ts';
import { samplePage } from '../samples.ts';
import { inEachLanguage, languages, texts } from '../texts/texts.ts';

/** Links with a different token for each language, so that a swapped link is noticed. */
const links = {
  ...samplePage.links,
  languages: inEachLanguage((language) => `/pay/${language}?step=choose`),
};

describe.each(languages)('the language switch of a page in %s', (language) => {
  const html = textOf(renderPage({ ...samplePage, links, language }));
  const nav = /<nav.*<\/nav>/s.exec(html)?.[0] ?? '';

  test('links to the same page in every other language, each under its own name', () => {
    const found = [...nav.matchAll(/<a href="([^"]+)" hreflang="(\w+)" lang="(\w+)">([^<]+)<\/a>/g)];
    const others = languages.filter((other) => other !== language);
    expect(found.map(([, ...parts]) => parts)).toEqual(
      others.map((other) => [`/pay/${other}?step=choose`, other, other, texts[other].language_name]),
    );
  });

  test('is opened by the name of the language, without script', () => {
    expect(nav).toContain(`<summary>${texts[language].language_name}</summary>`);
    expect(nav).toContain(`aria-label="${texts[language].other_languages}"`);
  });

  test('is in the header, before the amount', () => {
    expect(html.indexOf('<nav')).toBeLessThan(html.indexOf('class="amount"'));
    expect(/<header>.*<\/header>/s.exec(html)?.[0]).toContain(nav);
  });
});
