import { type Html, html } from '../../http/html.ts';
import { formatPhone, formatWait } from '../format.ts';
import { renderCancel, renderDial, renderSubmit } from '../parts/actions.ts';
import { renderMark } from '../parts/mark.ts';
import { renderSum } from '../parts/receipt.ts';
import type { Context, Screen, ViewOf } from '../screen.ts';
import { renderDialAgain } from './otp.ts';

/** Shows what will be charged, who receives it and which number pays, before anything is sent. */
export function renderConfirm(view: ViewOf<'confirm'>, context: Context): Screen {
  const { page, texts, money } = context;
  const { offer } = view;
  const total = money(offer.total);
  const body = html`<h1>${texts.confirm_title(total)}</h1>
<div class="way">${renderMark(offer.code, offer.name)}<p>${texts.confirm_with(offer.name)}
${view.phone !== '' && html`<span><i class="hidden">${texts.confirm_number}</i> <bdi dir="ltr">${formatPhone(view.phone)}</bdi></span>`}</p>
<a class="link" href="${page.links.choose}">${texts.confirm_change}</a></div>
${renderSum(context, offer.fee, offer.total)}
<form method="post" action="${page.links.pay}"><input type="hidden" name="confirmation" value="${view.confirmation}">
${view.code && renderCode(view.code, context)}
${view.wait_s !== null && html`<p class="problem" role="alert">${texts.confirm_too_soon(offer.name, formatWait(view.wait_s, page.language))}</p>`}
${renderSubmit(texts.confirm_pay(total))}</form>
<p class="hint centred">${texts.confirm_nothing_sent}</p>
${renderCancel(context)}`;
  const has_problem = view.wait_s !== null || view.code?.is_wrong;
  return { heading: texts.confirm_title(total), body, is_form: true, ...(has_problem && { has_problem }) };
}

/** The one-time code that the operator requires with the request: how to create it, and its field. */
function renderCode({ dial, is_wrong }: NonNullable<ViewOf<'confirm'>['code']>, { texts }: Context): Html {
  const described = is_wrong ? 'otp-problem otp-lead' : 'otp-lead';
  return html`<p class="lead" id="otp-lead">${texts.otp_dial} ${renderDial(dial)} ${texts.otp_then}</p>
<div class="field"><label for="otp">${texts.otp_label}</label>
${is_wrong && html`<p class="problem" id="otp-problem" role="alert">${texts.otp_wrong}</p>`}
<input class="code" type="text" id="otp" name="otp" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required aria-describedby="${described}"${
    is_wrong && html` aria-invalid="true" autofocus`
  }></div>
${is_wrong && renderDialAgain(dial, texts)}`;
}
