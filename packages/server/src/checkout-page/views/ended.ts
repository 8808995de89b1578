import { html } from '../../http/html.ts';
import { renderBack } from '../parts/actions.ts';
import { renderStatus } from '../parts/status.ts';
import type { Context, Screen, ViewOf } from '../screen.ts';

/** The session is over without a payment: the customer gave up, or it expired, and nothing was sent. */
export function renderEnded(view: ViewOf<'cancelled' | 'expired'>, context: Context): Screen {
  const notice = context.texts[view.kind](context.page.shop_name);
  const icon = view.kind === 'cancelled' ? 'cross' : 'clock';
  return {
    heading: notice.title,
    body: html`${renderStatus(icon, 'calm', notice)}${renderBack(context, view.back_href)}`,
  };
}
