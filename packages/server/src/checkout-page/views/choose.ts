import { limits } from '@guichet/kernel/limits';
import { type Html, html } from '../../http/html.ts';
import { renderCancel, renderSubmit } from '../parts/actions.ts';
import { failureNotice } from '../parts/failure.ts';
import { renderIcon } from '../parts/icon.ts';
import { renderNumber } from '../parts/number.ts';
import { operatorProblem, renderDirect, renderPick } from '../parts/offers.ts';
import { renderProblemNote } from '../parts/problem.ts';
import { renderTestNumbers } from '../parts/test-mode.ts';
import type { Context, Screen, ViewOf } from '../screen.ts';

/**
 * The number that will pay, from which the operator follows; and operators that need no number. If no operator needs
 * one, the page does not ask for it in live mode.
 */
export function renderChoose(view: ViewOf<'choose'>, context: Context): Screen {
  const { page, texts } = context;
  // In test mode, the digits of the number decide what happens.
  const asksNumber = page.mode === 'test' || view.offers.some(({ needs_number }) => needs_number);
  const heading = asksNumber ? texts.choose_phone : texts.choose_title;
  const body = html`${view.failure && renderFailure(view.failure, context)}
<form method="post" action="${page.links.submit_choice}">
${asksNumber ? renderByNumber(view, context) : html`<h1>${heading}</h1>${operatorProblem(view, context)}`}
${view.email !== null && renderEmail(view, view.email, context)}
${asksNumber && html`${renderPick(view, context)}${renderKeep(view, context)}${renderSubmit(texts.choose_continue)}`}
${renderDirect(view, context)}
</form>
<p class="wide quiet"><a class="link" href="${page.links.hand_over}">${renderIcon('phone')}${texts.hand_over_link}</a></p>
${renderCancel(context)}
${page.mode === 'test' && renderTestNumbers(texts)}`;
  const has_problem = Object.values(view.problems).some((problem) => problem !== undefined);
  return { heading, body, is_form: true, has_problem };
}

function renderByNumber(view: ViewOf<'choose'>, context: Context): Html {
  return html`<h1><label for="phone">${context.texts.choose_phone}</label></h1>
${renderNumber(view, context)}`;
}

/** The box to store the number on the device, which only the script can do and therefore shows. */
function renderKeep({ country }: ViewOf<'choose'>, { texts }: Context): Html {
  return html`${country !== null && html`<label class="keep" hidden><input type="checkbox" id="keep">${texts.choose_keep}</label>`}`;
}

function renderFailure(failure: NonNullable<ViewOf<'choose'>['failure']>, { texts }: Context): Html {
  const { title, sentence } = failureNotice(failure, texts.some_operator, texts);
  return html`<div class="notice" role="alert"><strong>${title}</strong><p>${sentence}</p></div>`;
}

/** Not `type=email`: browsers refuse some valid addresses, and this field must never prevent a payment. */
function renderEmail({ problems }: ViewOf<'choose'>, email: string, { texts }: Context): Html {
  const problem = problems.email && texts.choose_problems.email;
  const described = problem ? 'email-problem email-hint' : 'email-hint';
  const isFirst = !problems.operator && !problems.phone;
  return html`<div class="field"><div class="label"><label for="email">${texts.choose_email}</label>
<span id="email-hint">${texts.choose_email_hint}</span></div>
${problem && renderProblemNote('email-problem', problem)}
<input id="email" name="email" type="text" inputmode="email" autocomplete="email" spellcheck="false" maxlength="${limits.email_length_max}" value="${email}" aria-describedby="${described}"${
    problem && html` aria-invalid="true"`
  }${problem && isFirst && ' autofocus'}></div>`;
}
