import { type Html, html } from '../../http/html.ts';
import { formatPhone, formatTime } from '../format.ts';
import { renderDial } from '../parts/actions.ts';
import { renderIcon } from '../parts/icon.ts';
import { renderSandboxDecision } from '../parts/test-mode.ts';
import type { Context, Screen, ViewOf } from '../screen.ts';

/** The prompt is on the phone, or the operator is still thinking. */
export function renderWaiting(view: ViewOf<'waiting'>, context: Context): Screen {
  const { page, texts, money } = context;
  const heading = view.slow ? texts.waiting_slow_title : texts.waiting_title;
  const lead = view.slow
    ? texts.waiting_slow(view.operator_name)
    : texts.waiting_approve(money(view.total), view.operator_name);
  const body = html`<div class="ring">${renderIcon(view.slow ? 'clock' : 'phone')}</div>
<h1>${heading}</h1>
<p class="lead">${lead}</p>
${view.ends_at !== null && renderTimeLeft(view.ends_at, context)}
<p class="sent">${texts.waiting_phone(formatPhone(view.phone))}</p>
${view.dial !== null && html`<p class="aside">${texts.waiting_dial} ${renderDial(view.dial)}</p>`}
${view.sandbox_decision && renderSandboxDecision(context)}
<p class="hint">${texts.waiting_close(page.shop_name)} <a href="${page.links.self}">${texts.check_now}</a></p>`;
  return { heading, body, poll_ms: 1500, reload_s: 3 };
}

/** Until when to approve; the script turns it into a count-down. A timer is not read out at every second. */
function renderTimeLeft(ends_at: Date, { page, texts }: Context): Html {
  const until = texts.waiting_until(formatTime(ends_at, page.language));
  return html`<p class="count" role="timer" data-count="${ends_at.toISOString()}" data-label="${texts.waiting_time_left}">${until}</p>`;
}
