import { html } from '../../http/html.ts';
import { renderBack } from '../parts/actions.ts';
import type { Context, Screen, ViewOf } from '../screen.ts';

/** The same page on the phone: by camera or by hand. */
export function renderHandOver(view: ViewOf<'hand_over'>, context: Context): Screen {
  const { page, texts } = context;
  const body = html`<h1>${texts.hand_over_title}</h1>
<p class="lead">${texts.hand_over_scan}</p>
<p>${texts.hand_over_open} <b>${view.entry_url}</b></p>
<p>${texts.hand_over_type} <b>${view.short_code}</b></p>
<p class="hint">${texts.hand_over_follows}</p>
${renderBack(context, page.links.choose)}`;
  return { heading: texts.hand_over_title, body, poll_ms: 1500, reload_s: 5 };
}
