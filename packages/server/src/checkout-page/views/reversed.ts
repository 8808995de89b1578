import { html } from '../../http/html.ts';
import { renderBack } from '../parts/actions.ts';
import { renderReceipt } from '../parts/receipt.ts';
import { renderStatus } from '../parts/status.ts';
import type { Context, Screen, ViewOf } from '../screen.ts';

/** The payment succeeded, and the operator has since moved the money back to the customer. */
export function renderReversed(view: ViewOf<'reversed'>, context: Context): Screen {
  const { page, texts, money } = context;
  const total = money(view.total);
  const notice = texts.reversed(total, page.shop_name);
  const body = html`${renderStatus('cross', 'calm', notice)}
${renderReceipt([[texts.reference, html`<code>${view.reference}</code>`]], [texts.total, total])}
${renderBack(context, view.back_href)}`;
  return { heading: notice.title, body };
}
