import { html } from '../../http/html.ts';
import { formatPhone } from '../format.ts';
import { renderCancel, renderSubmit } from '../parts/actions.ts';
import { renderMark } from '../parts/mark.ts';
import { renderSum } from '../parts/receipt.ts';
import type { Context, Screen, ViewOf } from '../screen.ts';

/** Everything that will be charged, to whom and from which number, before anything is sent. */
export function renderConfirm(view: ViewOf<'confirm'>, context: Context): Screen {
  const { page, texts, money } = context;
  const { offer } = view;
  const total = money(offer.total);
  const body = html`<h1>${texts.confirm_title(total)}</h1>
<div class="way">${renderMark(offer.code, offer.name)}<p>${texts.confirm_with(offer.name)}
<span><i class="hidden">${texts.confirm_number}</i> <bdi dir="ltr">${formatPhone(view.phone)}</bdi></span></p>
<a class="link" href="${page.links.choose}">${texts.confirm_change}</a></div>
${renderSum(context, offer.fee, offer.total)}
<form method="post" action="${page.links.pay}"><input type="hidden" name="confirmation" value="${view.confirmation}">${renderSubmit(texts.confirm_pay(total))}</form>
<p class="hint centred">${texts.confirm_nothing_sent}</p>
${renderCancel(context)}`;
  return { heading: texts.confirm_title(total), body, is_form: true };
}
