import { html } from '../../http/html.ts';
import { renderBack, renderCancel, renderLink } from '../parts/actions.ts';
import { renderReceipt } from '../parts/receipt.ts';
import { renderStatus } from '../parts/status.ts';
import type { Context, Screen, ViewOf } from '../screen.ts';

/** Money arrived, was not accepted, and is refunded: how much, and that the customer may pay again. */
export function renderReturned(view: ViewOf<'returned'>, context: Context): Screen {
  const { page, texts, money } = context;
  const notice = texts.returned(money(view.received));
  const next = view.can_retry
    ? html`${renderLink(page.links.choose, texts.failed_retry)}${renderCancel(context)}`
    : renderBack(context, view.back_href);
  const receipt = renderReceipt([[texts.reference, html`<code>${view.reference}</code>`]]);
  return { heading: notice.title, body: html`${renderStatus('attention', 'warn', notice)}${receipt}${next}` };
}
