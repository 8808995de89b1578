import { html } from '../../http/html.ts';
import { renderBack, renderLink } from '../parts/actions.ts';
import { renderStatus } from '../parts/status.ts';
import type { Context, Screen, ViewOf } from '../screen.ts';

/** No operator is offered: the merchant has to set one up, after which the customer can reload the page. */
export function renderUnavailable(view: ViewOf<'unavailable'>, context: Context): Screen {
  const { page, texts } = context;
  const notice = texts.unavailable(page.shop_name);
  const onward =
    view.back_href === null ? renderLink(page.links.self, texts.reload) : renderBack(context, view.back_href);
  return {
    heading: notice.title,
    body: html`${renderStatus('attention', 'calm', notice)}${onward}`,
  };
}
