import { type Html, html } from '../../http/html.ts';
import { countryName } from '../format.ts';
import type { Offer } from '../page.ts';
import type { Context, ViewOf } from '../screen.ts';
import { renderMark } from './mark.ts';
import { renderProblemNote } from './problem.ts';

type Choose = ViewOf<'choose'>;

/**
 * The operator that will be used, alone, and a list of the others that opens beside it. The list is open if the
 * customer has to pick: what was guessed is not available, nothing follows from the number, or the first way failed.
 */
export function renderPick(view: Choose, context: Context): Html {
  const { texts } = context;
  const problem = operatorProblem(view, context);
  const [only, ...others] = view.offers;
  if (only && others.length === 0) {
    return html`${problem}
<input type="hidden" name="operator" value="${only.code}"><div class="pick"><p class="chosen">${renderOffer(only, context)}</p></div>`;
  }
  const picked = view.offers.find(({ code }) => code === view.operator);
  const isOpen = problem !== null || view.failure !== null;
  return html`<div class="pick"><p class="chosen" id="guess" role="status"${view.is_guess && html` data-guess="1"`}${!picked && ' hidden'}>${picked && renderOffer(picked, context)}</p>
<details class="ways"${isOpen && ' open'}><summary>${texts.choose_another}</summary>
<fieldset${problem && html` aria-describedby="operator-problem"`}><legend>${texts.choose_title}</legend>
${problem}
${renderGroups(view, context)}</fieldset></details></div>`;
}

/** Renders the problem of the chosen operator; null if there is none. */
export function operatorProblem({ problems }: Choose, { texts }: Context): Html | null {
  const { operator } = problems;
  return operator ? renderProblemNote('operator-problem', texts.choose_problems.operator[operator]) : null;
}

/**
 * Buttons for the operators that need no number, each of which is the whole choice. Those of other countries than
 * the one of the number are hidden until the script shows them; without it, they are in the list of ways.
 */
export function renderDirect(view: Choose, context: Context): Html {
  const direct = view.offers.filter(({ needs_number }) => !needs_number);
  const isAlone = view.offers.length === 1 && context.page.mode === 'test';
  if (isAlone) return html``;
  if (direct.length === view.offers.length && context.page.mode === 'live')
    return renderButtons(direct, context);
  const groups = countriesOf(direct, view).map((country) => {
    const buttons = renderButtons(
      direct.filter((offer) => offer.country === country),
      context,
    );
    const away = country !== view.country && ' hidden';
    return html`<div data-country="${country ?? ''}"${away}><p class="or">${context.texts.choose_direct}</p>${buttons}</div>`;
  });
  return html`${groups}`;
}

function renderButtons(offers: readonly Offer[], context: Context): Html {
  const buttons = offers.map(
    (offer) =>
      html`<button name="direct" value="${offer.code}" formnovalidate>${renderOffer(offer, context)}</button>`,
  );
  return html`<div class="offers">${buttons}</div>`;
}

/** The countries of offers, the one of the number first. */
function countriesOf(offers: readonly Offer[], { country: first }: Choose): readonly (string | null)[] {
  const countries = [...new Set(offers.map(({ country }) => country))];
  return countries.toSorted((left, right) => Number(right === first) - Number(left === first));
}

/** The ways in the given order, those of the number's country first, under a heading for each if there are several. */
function renderGroups(view: Choose, context: Context): Html {
  const countries = countriesOf(view.offers, view);
  const groups = countries.map((country) => {
    const rows = view.offers.filter((offer) => offer.country === country);
    const list = html`<div class="offers">${rows.map((offer) => renderRow(offer, view, context))}</div>`;
    if (country === null || countries.length < 2) return list;
    const name = countryName(country, context.page.language);
    return html`<fieldset class="country" data-country="${country}"><legend>${name}</legend>${list}</fieldset>`;
  });
  return html`${groups}`;
}

function renderRow(offer: Offer, { operator }: Choose, context: Context): Html {
  const starts = offer.calling_code !== '' && [offer.calling_code, ...offer.prefixes].join(' ');
  return html`<div><label><input type="radio" name="operator" value="${offer.code}"${starts && html` data-starts="${starts}"`}${
    offer.code === operator && ' checked'
  }>${renderOffer(offer, context)}</label></div>`;
}

function renderOffer({ code, name, fee, available }: Offer, { texts, money }: Context): Html {
  const costs = fee.amount_minor === 0n ? texts.no_fee : html`<bdi dir="ltr">+\u00a0${money(fee)}</bdi>`;
  return html`${renderMark(code, name)} <span class="text"><b>${name}</b> <span class="fee">${available ? costs : texts.choose_not_answering}</span></span>`;
}
