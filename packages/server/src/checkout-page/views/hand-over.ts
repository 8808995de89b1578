import { html } from '../../http/html.ts';
import { renderQr } from '../parts/qr.ts';
import type { Context, Screen, ViewOf } from '../screen.ts';

/**
 * Shows how to open the same page on a phone: with the camera, or by typing the address and the code. There is no
 * primary button, because the next step is on the phone.
 */
export function renderHandOver(view: ViewOf<'hand_over'>, context: Context): Screen {
  const { page, texts } = context;
  // Without the scheme, because every browser adds it.
  const typed = view.entry_url.replace(/^https?:\/\//, '');
  const body = html`<h1>${texts.hand_over_title}</h1>
<p class="lead">${texts.hand_over_scan}</p>
${renderQr(view.page_url, texts.qr_code)}
<div class="by-hand"><p>${texts.hand_over_open} <b dir="ltr">${typed}</b></p>
<p>${texts.hand_over_type} <b class="short-code" dir="ltr">${view.short_code}</b></p></div>
<p class="hint">${texts.hand_over_follows}</p>
<p class="quiet"><a class="link" href="${page.links.choose}">${texts.hand_over_stay}</a></p>`;
  return { heading: texts.hand_over_title, body, poll_ms: 1500, reload_s: 5 };
}
