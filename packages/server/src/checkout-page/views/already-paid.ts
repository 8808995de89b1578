import { html } from '../../http/html.ts';
import { renderLink } from '../parts/actions.ts';
import { renderReceipt, renderReceiptLink } from '../parts/receipt.ts';
import { renderStatus } from '../parts/status.ts';
import type { Context, Screen, ViewOf } from '../screen.ts';

/** Shown when a paid session is opened again: nothing more to do, and no way to pay twice. */
export function renderAlreadyPaid(view: ViewOf<'already_paid'>, { page, texts, money }: Context): Screen {
  const total = money(view.total);
  const notice = texts.already_paid(total, page.shop_name);
  const body = html`${renderStatus('check', 'good', notice)}
${view.difference !== null && html`<p>${texts.success_difference(money(view.difference))}</p>`}
${renderReceipt([[texts.reference, html`<code>${view.reference}</code>`]], [texts.total, total])}
${renderLink(view.return_href, texts.return_to(page.shop_name))}
${renderReceiptLink(view.reference, texts)}`;
  return { heading: notice.title, body };
}
