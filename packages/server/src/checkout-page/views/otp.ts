import { type Html, html } from '../../http/html.ts';
import { renderDial, renderSubmit } from '../parts/actions.ts';
import type { Context, Screen, ViewOf } from '../screen.ts';

/** The form for the one-time code that the operator requires. */
export function renderOtp(view: ViewOf<'otp'>, { page, texts, money }: Context): Screen {
  const lead =
    view.dial === null
      ? texts.otp_from(view.operator_name)
      : html`${texts.otp_dial} ${renderDial(view.dial)} ${texts.otp_then}`;
  const described = view.wrong ? 'otp-problem otp-lead' : 'otp-lead';
  const body = html`<h1>${texts.otp_title}</h1>
<p class="lead" id="otp-lead">${lead}</p>
${view.resent && html`<p class="notice" role="${view.resent === 'sent' ? 'status' : 'alert'}">${texts.otp_resent[view.resent]}</p>`}
<form method="post" action="${page.links.submit_otp}">
<div class="field"><label for="otp">${texts.otp_label}</label>
${view.wrong && html`<p class="problem" id="otp-problem" role="alert">${texts.otp_wrong}</p>`}
<input class="code" type="text" id="otp" name="otp" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required autofocus aria-describedby="${described}"${
    view.wrong && html` aria-invalid="true"`
  }></div>
${renderSubmit(texts.otp_submit(money(view.total)))}
</form>
${renderAnother(view, page.links.resend_otp, texts)}`;
  return { heading: texts.otp_title, body, is_form: true, has_problem: view.wrong, poll_ms: 3000 };
}

/** Renders the way to get another code: dial again, or request another message. */
function renderAnother(
  { dial, wrong, can_resend }: ViewOf<'otp'>,
  action: string,
  texts: Context['texts'],
): Html | false {
  // The sentence above already says what to dial for the first code.
  if (dial !== null) return wrong && renderDialAgain(dial, texts);
  return (
    can_resend &&
    html`<form class="quiet" method="post" action="${action}"><button class="link">${texts.otp_resend}</button></form>`
  );
}

export function renderDialAgain(dial: string, texts: Context['texts']): Html {
  return html`<p class="hint centred">${texts.otp_dial_again} ${renderDial(dial)}</p>`;
}
