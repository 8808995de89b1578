import { type Html, html } from '../../http/html.ts';

/** Renders a problem above its field. @param id the field refers to it by `aria-describedby` */
export function renderProblemNote(id: string, sentence: string): Html {
  return html`<p class="problem" id="${id}" role="alert">${sentence}</p>`;
}
