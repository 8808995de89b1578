import { type Html, html } from '../../http/html.ts';
import type { Language } from '../page.ts';
import type { Context } from '../screen.ts';
import { texts as allTexts, languages } from '../texts/texts.ts';

/**
 * The language switch, which shows the page's language and opens a list of the others, each under its own name and
 * linked to the same page.
 */
export function renderLanguages({ page }: Context): Html {
  return renderLanguageSwitch(page.language, page.links.languages);
}

/** The language switch of a page with these addresses. */
export function renderLanguageSwitch(current: Language, addresses: Readonly<Record<Language, string>>): Html {
  const texts = allTexts[current];
  const others = languages.filter((language) => language !== current);
  const links = others.map((language) => {
    const name = allTexts[language].language_name;
    return html`<li><a href="${addresses[language]}" hreflang="${language}" lang="${language}">${name}</a></li>`;
  });
  return html`<nav class="languages" aria-label="${texts.other_languages}"><details><summary>${texts.language_name}</summary><ul>${links}</ul></details></nav>`;
}

/** Attributes of the `html` element: its language, and its direction if that is right to left. */
export function languageAttributes(language: Language): Html {
  const isMirrored = allTexts[language].direction === 'rtl';
  return html` lang="${language}"${isMirrored && html` dir="rtl"`}`;
}
