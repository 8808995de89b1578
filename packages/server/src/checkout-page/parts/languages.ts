import { type Html, html } from '../../http/html.ts';
import type { Language } from '../page.ts';
import type { Context } from '../screen.ts';
import { texts as allTexts, languages } from '../texts/texts.ts';

/** The language of the page, which opens the others: each leads to the same place and is named in its own words. */
export function renderLanguages({ page, texts }: Context): Html {
  const others = languages.filter((language) => language !== page.language);
  const links = others.map((language) => {
    const name = allTexts[language].language_name;
    return html`<li><a href="${page.links.languages[language]}" hreflang="${language}" lang="${language}">${name}</a></li>`;
  });
  return html`<nav class="languages" aria-label="${texts.other_languages}"><details><summary>${texts.language_name}</summary><ul>${links}</ul></details></nav>`;
}

/** For the `html` element: its language, and its direction where that is not the usual one. */
export function languageAttributes(language: Language): Html {
  const isMirrored = allTexts[language].direction === 'rtl';
  return html` lang="${language}"${isMirrored && html` dir="rtl"`}`;
}
