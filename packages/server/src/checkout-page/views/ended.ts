import { html } from '../../http/html.ts';
import { renderBack } from '../parts/actions.ts';
import { renderStatus } from '../parts/status.ts';
import type { Context, Screen, ViewOf } from '../screen.ts';

/** The session ends without a payment: the customer cancelled, it expired, or there were too many attempts. */
export function renderEnded(
  view: ViewOf<'cancelled' | 'expired' | 'too_many_attempts'>,
  context: Context,
): Screen {
  const notice = context.texts[view.kind](context.page.shop_name);
  const icon = view.kind === 'cancelled' ? 'cross' : 'clock';
  const { back_href } = view;
  const is_leaving = view.kind === 'cancelled' && view.is_leaving;
  return {
    heading: notice.title,
    body: html`${renderStatus(icon, 'calm', notice)}${renderBack(context, back_href)}`,
    ...(is_leaving && back_href !== null && { go_at_once: new URL(back_href).href }),
  };
}
