import { html } from '../../http/html.ts';
import { renderContact } from '../parts/contact.ts';
import { renderBadge } from '../parts/icon.ts';
import { renderReceipt } from '../parts/receipt.ts';
import type { Context, Screen, ViewOf } from '../screen.ts';

/**
 * An amount other than requested, or money that arrived too late: shows how much, who decides, and that the
 * customer must not pay again.
 */
export function renderHeld(view: ViewOf<'held'>, context: Context): Screen {
  const { page, texts, money } = context;
  const { received, total } = view;
  const isLate = received.amount_minor === total.amount_minor && received.currency === total.currency;
  const sentence = isLate
    ? texts.held_late(money(received), page.shop_name)
    : texts.held_amount(money(received), money(total), page.shop_name);
  const body = html`${renderBadge('clock', 'warn')}<h1>${texts.held_title}</h1>
<p class="lead"><strong>${texts.unknown_do_not}</strong> ${sentence}</p>
${renderReceipt([[texts.reference, html`<code>${view.reference}</code>`]])}
<p class="hint">${texts.unknown_close(page.shop_name)} <a href="${page.links.self}">${texts.check_now}</a></p>
${renderContact(context)}`;
  return { heading: texts.held_title, body, poll_ms: 5000, reload_s: 5 };
}
