import { type Html, html } from '../../http/html.ts';

/** What is wrong with a field, above it. @param id the field refers to it by `aria-describedby` */
export function renderProblem(id: string, sentence: string): Html {
  return html`<p class="problem" id="${id}" role="alert">${sentence}</p>`;
}
