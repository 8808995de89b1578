import { type Html, html } from '../../http/html.ts';
import { formatPhone, formatTime } from '../format.ts';
import { renderDial } from '../parts/actions.ts';
import { renderContact } from '../parts/contact.ts';
import { renderIcon } from '../parts/icon.ts';
import { renderSandboxDecision } from '../parts/test-mode.ts';
import type { Context, Screen, ViewOf } from '../screen.ts';
import type { Texts } from '../texts/keys.ts';

/** The prompt is on the phone, or the operator is still processing. */
export function renderWaiting(view: ViewOf<'waiting'>, context: Context): Screen {
  const { page, texts } = context;
  const isOnPhone = view.is_prompted && !view.slow;
  const [heading, lead] = wordsOf(view, context);
  const body = html`<div class="ring">${renderIcon(isOnPhone ? 'phone' : 'clock')}</div>
<h1>${heading}</h1>
<p class="lead">${lead}</p>
${view.ends_at !== null && renderTimeLeft(view.ends_at, context)}
${
  view.is_prompted &&
  view.phone !== '' &&
  html`<p class="sent">${texts.waiting_phone(formatPhone(view.phone))}</p>
<details class="wrong"><summary>${texts.wrong_number.title}</summary><p>${texts.wrong_number.sentence}</p></details>`
}
${view.dial !== null && html`<p class="aside">${texts.waiting_dial} ${renderDial(view.dial)}${renderSteps(view, texts)}</p>`}
${view.again !== null && renderAgain(view, context)}
${view.operator_page !== null && html`<p class="aside">${texts.waiting_not_yet} <a href="${view.operator_page}">${texts.redirect_open(view.operator_name)}</a></p>`}
${view.sandbox_decision && renderSandboxDecision(context)}
<p class="hint">${view.is_prompted && html`${texts.waiting_close(page.shop_name)} `}<a href="${page.links.self}">${texts.check_now}</a></p>
${renderContact(context)}`;
  return { heading, body, poll_ms: 1500, reload_s: 3 };
}

function wordsOf(
  view: ViewOf<'waiting'>,
  { texts, money }: Context,
): readonly [heading: string, lead: string] {
  const { slow, is_prompted, operator_name, total } = view;
  if (slow) return [texts.waiting_slow_title, texts.waiting_slow(operator_name)];
  if (!is_prompted) return [texts.waiting_moment_title, texts.waiting_moment(operator_name)];
  return [texts.waiting_title, texts.waiting_approve(money(total), operator_name)];
}

/**
 * The time limit for approving, which the script turns into a countdown. Screen readers do not read out a timer
 * every second.
 */
function renderTimeLeft(ends_at: Date, { page, texts }: Context): Html {
  const until = texts.waiting_until(formatTime(ends_at, page.language));
  return html`<p class="count" role="timer" data-count="${ends_at.toISOString()}" data-label="${texts.waiting_time_left}">${until}</p>`;
}

/** The choices in the operator's menu, in the order in which they are made. */
function renderSteps(
  { dial_steps }: ViewOf<'waiting'>,
  { waiting_then, waiting_pin, dial_steps: words }: Texts,
): Html {
  if (dial_steps.length === 0) return html``;
  const steps = dial_steps.map((step, index) => {
    const word = step === 'payment' || step === 'currency' || step === 'yes' ? words[step] : step;
    return html`${index > 0 && ' › '}<b>${word}</b>`;
  });
  return html`<br>${waiting_then} ${steps} ${waiting_pin}`;
}

/** The way to another request, which begins with a status inquiry: nobody pays twice. */
function renderAgain({ again, operator_name }: ViewOf<'waiting'>, { page, texts }: Context): Html {
  const { again: label, again_about, again_open } = texts;
  const sentence = again === 'still_open' ? again_open(operator_name) : again_about(operator_name);
  return html`<form class="quiet" method="post" action="${page.links.again}"><p class="hint"${again === 'still_open' && html` role="status"`}>${sentence}</p><button class="link">${label}</button></form>`;
}
