import { html } from '../../http/html.ts';
import { renderBack } from '../parts/actions.ts';
import { renderStatus } from '../parts/status.ts';
import type { Context, Screen, ViewOf } from '../screen.ts';

/** The customer gave up before paying. */
export function renderCancelled(view: ViewOf<'cancelled'>, context: Context): Screen {
  const notice = context.texts.cancelled(context.page.shop_name);
  return {
    heading: notice.title,
    body: html`${renderStatus('cross', 'calm', notice)}${renderBack(context, view.back_href)}`,
  };
}
