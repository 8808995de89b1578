import { html } from '../../http/html.ts';
import { renderLink } from '../parts/actions.ts';
import { renderBadge } from '../parts/icon.ts';
import type { Context, Screen, ViewOf } from '../screen.ts';

/** The operator approves on a page of its own. */
export function renderRedirect(view: ViewOf<'redirect'>, { page, texts, money }: Context): Screen {
  const heading = texts.redirect_title(view.operator_name);
  const body = html`${renderBadge('phone', 'calm')}<h1>${heading}</h1>
<p class="lead">${texts.redirect_sentence(money(view.total), view.operator_name)}</p>
${renderLink(view.url, texts.redirect_open(view.operator_name))}
<p class="hint">${texts.redirect_after} <a href="${page.links.self}">${texts.check_now}</a></p>`;
  return { heading, body, poll_ms: 1500, reload_s: 15 };
}
