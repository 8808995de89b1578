import { html } from '../../http/html.ts';
import { formatPhone } from '../format.ts';
import { renderContact } from '../parts/contact.ts';
import { renderBadge } from '../parts/icon.ts';
import { renderReceipt } from '../parts/receipt.ts';
import type { Context, Screen, ViewOf } from '../screen.ts';

/**
 * The operator did not respond, or not clearly, or the session ended while the customer could pay on the operator's
 * page. Money may have moved, so the customer must not pay again.
 */
export function renderUnknown(view: ViewOf<'unknown'>, context: Context): Screen {
  const { page, texts } = context;
  const heading = texts.unknown_title(view.operator_name);
  const body = html`${renderBadge('clock', 'warn')}<h1>${heading}</h1>
<p class="lead"><strong>${texts.unknown_do_not}</strong> ${sentenceOf(view, context)}</p>
${view.session_ended && html`<p>${texts.unknown_ended}</p>`}
${renderReceipt([[texts.reference, html`<code>${view.reference}</code>`]])}
<p class="hint">${texts.unknown_close(page.shop_name)} <a href="${page.links.self}">${texts.check_now}</a></p>
${renderContact(context)}`;
  return { heading, body, poll_ms: 5000, reload_s: 5 };
}

function sentenceOf({ total, phone }: ViewOf<'unknown'>, { texts, money }: Context): string {
  return phone === ''
    ? texts.unknown_without_number(money(total))
    : texts.unknown_sentence(money(total), formatPhone(phone));
}
