import { type Html, html } from '../../http/html.ts';
import type { Context } from '../screen.ts';
import type { Texts } from '../texts/keys.ts';

/** The banner at the top of every page in test mode: no real money moves. */
export function renderTestBanner(texts: Texts): Html {
  return html`<aside class="test">${texts.test_mode}</aside>`;
}

/** The most useful numbers of the sandbox (design section 8), collapsed. */
export function renderTestNumbers(texts: Texts): Html {
  const rows = texts.sandbox_numbers.map(
    ([digits, meaning]) => html`<div><dt dir="ltr">…${digits}</dt><dd>${meaning}</dd></div>`,
  );
  return html`<details class="numbers"><summary>${texts.sandbox_numbers_title}</summary>
<p>${texts.sandbox_numbers_intro}</p><dl>${rows}</dl></details>`;
}

/** Buttons to approve or refuse in place of the phone, when the sandbox awaits a decision. */
export function renderSandboxDecision({ page, texts }: Context): Html {
  const action = page.links.sandbox;
  if (action === null) return html``;
  return html`<form class="sandbox" method="post" action="${action}"><p>${texts.sandbox_decide}</p>
<button name="decision" value="approve">${texts.sandbox_approve}</button>
<button name="decision" value="refuse">${texts.sandbox_refuse}</button></form>`;
}
