import { limits } from '@guichet/kernel/limits';
import { type Html, html } from '../../http/html.ts';
import { countryName, formatPhone } from '../format.ts';
import type { Offer } from '../page.ts';
import { renderCancel, renderSubmit } from '../parts/actions.ts';
import { failureNotice } from '../parts/failure.ts';
import { renderIcon } from '../parts/icon.ts';
import { renderMark } from '../parts/mark.ts';
import { renderTestNumbers } from '../parts/test-mode.ts';
import type { Context, Screen, ViewOf } from '../screen.ts';

/** The ways to pay, and the number that will pay. */
export function renderChoose(view: ViewOf<'choose'>, context: Context): Screen {
  const { page, texts } = context;
  const problem = texts.choose_problems;
  const operatorProblem = view.problems.operator && problem.operator[view.problems.operator];
  const body = html`${view.failure && renderFailure(view.failure, context)}
<form method="post" action="${page.links.submit_choice}">
<fieldset${operatorProblem && html` aria-describedby="operator-problem"`}>
<legend><h1>${texts.choose_title}</h1></legend>
${operatorProblem && renderProblem('operator-problem', operatorProblem)}
${renderOffers(view, context)}
</fieldset>
${renderPhone(view, context)}
${view.email !== null && renderEmail(view, view.email, context)}
<p class="hint" id="guess" role="status"${!view.is_guess && ' hidden'}>${texts.choose_guessed}</p>
${renderSubmit(texts.choose_continue)}
</form>
<p class="wide quiet"><a class="link" href="${page.links.hand_over}">${renderIcon('phone')}${texts.hand_over_link}</a></p>
${renderCancel(context)}
${page.mode === 'test' && renderTestNumbers(texts)}`;
  const has_problem = Object.values(view.problems).some((problem) => problem !== undefined);
  return { heading: texts.choose_title, body, is_form: true, has_problem };
}

function renderFailure(failure: NonNullable<ViewOf<'choose'>['failure']>, { texts }: Context): Html {
  const { title, sentence } = failureNotice(failure, texts.some_operator, texts);
  return html`<div class="notice" role="alert"><strong>${title}</strong><p>${sentence}</p></div>`;
}

function renderProblem(id: string, sentence: string): Html {
  return html`<p class="problem" id="${id}" role="alert">${sentence}</p>`;
}

/** The offers in the given order, under a heading for each country if there are several. */
function renderOffers(view: ViewOf<'choose'>, context: Context): Html {
  const countries = [...new Set(view.offers.map((offer) => offer.country))];
  if (countries.length < 2) return renderGroup(view.offers, view, context);
  const groups = countries.map((country) => {
    const group = renderGroup(
      view.offers.filter((offer) => offer.country === country),
      view,
      context,
    );
    if (country === null) return group;
    const name = countryName(country, context.page.language);
    return html`<fieldset class="country"><legend>${name}</legend>${group}</fieldset>`;
  });
  return html`${groups}`;
}

function renderGroup(offers: readonly Offer[], view: ViewOf<'choose'>, { texts, money }: Context): Html {
  const picked = view.offers.length === 1 ? view.offers[0]?.code : view.operator;
  const rows = offers.map((offer) => {
    const costs =
      offer.fee.amount_minor === 0n ? texts.no_fee : html`<bdi dir="ltr">+\u00a0${money(offer.fee)}</bdi>`;
    const fee = offer.available ? costs : texts.choose_not_answering;
    return html`<div><label><input type="radio" name="operator" value="${offer.code}" required${
      offer.calling_code !== '' && html` data-starts="${[offer.calling_code, ...offer.prefixes].join(' ')}"`
    }${offer.code === picked && ' checked'}>${renderMark(offer.code, offer.name)} <span class="text"><b>${offer.name}</b> <span class="fee">${fee}</span></span></label></div>`;
  });
  return html`<div class="offers">${rows}</div>`;
}

/** Not `type=email`: browsers refuse some valid addresses, and this field must never prevent a payment. */
function renderEmail({ problems }: ViewOf<'choose'>, email: string, { texts }: Context): Html {
  const problem = problems.email && texts.choose_problems.email;
  const described = problem ? 'email-problem email-hint' : 'email-hint';
  const isFirst = !problems.operator && !problems.phone;
  return html`<div class="field"><div class="label"><label for="email">${texts.choose_email}</label>
<span id="email-hint">${texts.choose_email_hint}</span></div>
${problem && renderProblem('email-problem', problem)}
<input id="email" name="email" type="text" inputmode="email" autocomplete="email" spellcheck="false" maxlength="${limits.email_length_max}" value="${email}" aria-describedby="${described}"${
    problem && html` aria-invalid="true"`
  }${problem && isFirst && ' autofocus'}></div>`;
}

function renderPhone(view: ViewOf<'choose'>, { page, texts }: Context): Html {
  const problem = phoneProblem(view, page.language, texts);
  const described = problem ? 'phone-problem phone-hint' : 'phone-hint';
  return html`<div class="field"><div class="label"><label for="phone">${texts.choose_phone}</label>
<span id="phone-hint">${texts.choose_phone_hint}</span></div>
${problem && renderProblem('phone-problem', problem)}
<input id="phone" name="phone" type="tel" inputmode="tel" autocomplete="tel" maxlength="40" required value="${formatPhone(view.phone)}" aria-describedby="${described}"${
    problem && html` aria-invalid="true"`
  }${
    // The first field to correct gets the focus; focusing a later one would scroll past it.
    problem && !view.problems.operator && ' autofocus'
  }></div>`;
}

function phoneProblem(
  { problems }: ViewOf<'choose'>,
  language: Context['page']['language'],
  texts: Context['texts'],
): string | undefined {
  if (!problems.phone) return undefined;
  const { from_country, from_country_picked, ...sentences } = texts.choose_problems.phone;
  if (!problems.belongs_to) return sentences[problems.phone];
  const { country, is_picked } = problems.belongs_to;
  return (is_picked ? from_country_picked : from_country)(countryName(country, language));
}
