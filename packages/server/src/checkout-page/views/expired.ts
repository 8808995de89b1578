import { html } from '../../http/html.ts';
import { renderBack } from '../parts/actions.ts';
import { renderStatus } from '../parts/status.ts';
import type { Context, Screen, ViewOf } from '../screen.ts';

/** The session has expired and nothing was sent. */
export function renderExpired(view: ViewOf<'expired'>, context: Context): Screen {
  const notice = context.texts.expired(context.page.shop_name);
  return {
    heading: notice.title,
    body: html`${renderStatus('clock', 'calm', notice)}${renderBack(context, view.back_href)}`,
  };
}
