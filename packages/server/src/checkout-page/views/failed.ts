import type { FailureReason } from '@guichet/kernel/outcome';
import { type Html, html } from '../../http/html.ts';
import { renderBack, renderCancel } from '../parts/actions.ts';
import { renderContact } from '../parts/contact.ts';
import { failureNotice } from '../parts/failure.ts';
import { renderStatus } from '../parts/status.ts';
import type { Context, Screen, ViewOf } from '../screen.ts';

/** Reasons that the same wallet would most likely give again: another way to pay comes first. */
const lasting: ReadonlySet<FailureReason> = new Set([
  'insufficient_funds',
  'limit_exceeded',
  'not_registered',
  'account_blocked',
  'operator_down',
]);

/** The operator refused: the reason, that nothing was charged, and what to do now. */
export function renderFailed(view: ViewOf<'failed'>, context: Context): Screen {
  const { texts } = context;
  const notice = failureNotice(view.reason, view.operator_name, texts);
  const next = view.can_retry
    ? html`${renderRetry(view.reason, context)}${renderCancel(context)}`
    : renderBack(context, view.back_href);
  return {
    heading: notice.title,
    body: html`${renderStatus('attention', 'bad', notice)}${next}${renderContact(context)}`,
  };
}

/** Two ways on: the same number again, which only has to be confirmed, or another way to pay. */
function renderRetry(reason: FailureReason, { page, texts }: Context): Html {
  const same = [page.links.confirm, texts.failed_same] as const;
  const other = [page.links.choose, texts.failed_other] as const;
  const [[first_href, first], [second_href, second]] = lasting.has(reason) ? [other, same] : [same, other];
  return html`<div class="action"><a class="button" href="${first_href}">${first}</a><a class="button other" href="${second_href}">${second}</a></div>`;
}
