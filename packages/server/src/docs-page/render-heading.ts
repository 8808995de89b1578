import { type Html, html } from '../http/html.ts';

/** A heading that can be linked to, with the link next to it. */
export function renderHeading(level: 2 | 3, id: string, words: string): Html {
  const link = html`<a class="anchor" href="#${id}" aria-label="Link to ${words}">#</a>`;
  return level === 2
    ? html`<h2 id="${id}">${words} ${link}</h2>`
    : html`<h3 id="${id}">${words} ${link}</h3>`;
}
