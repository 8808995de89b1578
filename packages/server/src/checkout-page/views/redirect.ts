import { html } from '../../http/html.ts';
import { renderLink } from '../parts/actions.ts';
import { renderBadge } from '../parts/icon.ts';
import { renderQr } from '../parts/qr.ts';
import type { Context, Screen, ViewOf } from '../screen.ts';

/** Above this length, a QR code is too fine for a cheap camera, and too large for the page. */
const scannedCharactersMax = 300;

/** The customer approves on the operator's own page: opened here, or on the phone with the operator's app. */
export function renderRedirect(view: ViewOf<'redirect'>, { page, texts, money }: Context): Screen {
  const { operator_name, url } = view;
  const heading = texts.redirect_title(operator_name);
  const body = html`${renderBadge('phone', 'calm')}<h1>${heading}</h1>
<p class="lead">${texts.redirect_sentence(money(view.total), operator_name)}</p>
${renderLink(url, texts.redirect_open(operator_name))}
${
  url.length <= scannedCharactersMax &&
  html`<div class="wide"><p class="lead">${texts.redirect_scan(operator_name)}</p>
${renderQr(url, texts.qr_code)}</div>`
}
<p class="hint">${texts.redirect_after} <a href="${page.links.self}">${texts.check_now}</a></p>`;
  return { heading, body, poll_ms: 1500, reload_s: 15 };
}
