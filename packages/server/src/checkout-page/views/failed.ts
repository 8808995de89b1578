import { html } from '../../http/html.ts';
import { renderBack, renderCancel, renderLink } from '../parts/actions.ts';
import { failureNotice } from '../parts/failure.ts';
import { renderStatus } from '../parts/status.ts';
import type { Context, Screen, ViewOf } from '../screen.ts';

/** The operator refused: the reason, that nothing was charged, and what to do now. */
export function renderFailed(view: ViewOf<'failed'>, context: Context): Screen {
  const { page, texts } = context;
  const notice = failureNotice(view.reason, view.operator_name, texts);
  const next = view.can_retry
    ? html`${renderLink(page.links.choose, texts.failed_retry)}${renderCancel(context)}`
    : renderBack(context, view.back_href);
  return { heading: notice.title, body: html`${renderStatus('attention', 'bad', notice)}${next}` };
}
