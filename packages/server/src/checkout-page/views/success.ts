import { html } from '../../http/html.ts';
import { formatDateTime } from '../format.ts';
import { renderLink } from '../parts/actions.ts';
import { renderReceipt, renderReceiptLink } from '../parts/receipt.ts';
import { renderStatus } from '../parts/status.ts';
import type { Context, Screen, ViewOf } from '../screen.ts';

/**
 * Paid: the receipt, and the link back to the merchant. The page follows it after a few seconds, unless the customer
 * stays, or has been there already.
 */
export function renderSuccess(view: ViewOf<'success'>, { page, texts, money }: Context): Screen {
  const total = money(view.total);
  const paidAt = html`<time datetime="${view.paid_at.toISOString()}" data-long>${formatDateTime(view.paid_at, page.language)}</time>`;
  const body = html`${renderStatus('check', 'good', {
    title: texts.success_title,
    sentence: texts.success_sentence(total, page.shop_name),
  })}
${view.difference !== null && html`<p>${texts.success_difference(money(view.difference))}</p>`}
${renderReceipt(
  [
    [texts.operator, view.operator_name],
    [texts.paid_at, paidAt],
    [texts.reference, html`<code>${view.reference}</code>`],
  ],
  [texts.total, total],
)}
${renderLink(view.return_href, view.to_receipt ? texts.receipt_link : texts.return_to(page.shop_name))}
${view.leaves && html`<p class="hint">${texts.success_soon(page.shop_name)} <a href="${page.links.stay}">${texts.stay_here}</a></p>`}
${!view.to_receipt && renderReceiptLink(view.reference, texts)}`;
  return { heading: texts.success_title, body, ...(view.leaves && { go_to: view.return_href }) };
}
