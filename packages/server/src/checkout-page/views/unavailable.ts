import { html } from '../../http/html.ts';
import { renderBack } from '../parts/actions.ts';
import { renderStatus } from '../parts/status.ts';
import type { Context, Screen, ViewOf } from '../screen.ts';

/** No operator is on offer: the merchant has to set one up. */
export function renderUnavailable(view: ViewOf<'unavailable'>, context: Context): Screen {
  const notice = context.texts.unavailable(context.page.shop_name);
  return {
    heading: notice.title,
    body: html`${renderStatus('attention', 'calm', notice)}${renderBack(context, view.back_href)}`,
  };
}
