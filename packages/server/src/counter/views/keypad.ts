import type { AmountProblem, TakenPayment } from '@guichet/core/serving';
import { asCurrency, exponentOf } from '@guichet/kernel/currencies';
import { amountParts, formatAmount } from '../../checkout-page/format.ts';
import { renderProblemNote } from '../../checkout-page/parts/problem.ts';
import { type Html, html } from '../../http/html.ts';
import { link_texts } from '../../payment-links/texts.ts';
import type { CounterPage, CounterScreen } from '../page.ts';
import { sayOf, takenOf } from '../say.ts';
import { stateOf } from '../state.ts';
import { renderTime } from '../time.ts';

/** The keypad as submitted, with the problem of its amount; empty at first. */
export interface KeypadState {
  /** The random text of this copy of the page. */
  readonly form: string;
  readonly amount: string;
  readonly note: string;
  readonly problem: AmountProblem | null;
  /** The bounds of an amount. */
  readonly bounds: readonly [min: string, max: string];
}

const amount_length_max = 24;
const note_length_max = 80;

/** The till's first screen: the keypad, and the newest payments of the shift. */
export function keypadScreen(
  page: CounterPage,
  currency: string,
  state: KeypadState,
  taken: readonly TakenPayment[],
): CounterScreen {
  const { texts, language } = page;
  const code = asCurrency(currency);
  const { currency: sign, currency_place } = amountParts({ amount_minor: 0n, currency: code }, language);
  const problem = state.problem && link_texts[language].amount_problems(...state.bounds)[state.problem];
  const field = html`<input id="amount" name="amount" dir="ltr" inputmode="decimal" autocomplete="off" maxlength="${amount_length_max}" placeholder="0" required value="${state.amount}"${
    problem && html` aria-invalid="true" aria-describedby="amount-problem"`
  }>`;
  const mark = html`<span>${sign}</span>`;
  return {
    title: texts.take,
    look: 'keypad',
    data: { state: 'keypad', events: '/caisse/events', say: null },
    refresh_s: null,
    main: html`<h1 class="hidden">${texts.take}</h1><form method="post" action="/caisse/payments" data-app><input type="hidden" name="form" value="${state.form}">
${problem && renderProblemNote('amount-problem', problem)}
<div class="display" dir="ltr"><label class="hidden" for="amount">${texts.amount}</label>${currency_place === 'before' ? [mark, field] : [field, mark]}</div>
${renderKeys(page, exponentOf(code) > 0)}
<div class="row"><label class="hidden" for="note">${texts.note}</label><input id="note" name="note" autocomplete="off" maxlength="${note_length_max}" placeholder="${texts.note} (${texts.optional})" value="${state.note}"></div>
<button class="button">${texts.take}</button></form>
<section><h2>${texts.list}</h2>${taken.length === 0 ? html`<p class="hint">${texts.list_empty}</p>` : html`<ul class="taken">${taken.map((payment) => renderTaken(page, payment))}</ul>`}</section>`,
  };
}

/** The keys, which need the script: without it, the phone's own keyboard types the amount. */
function renderKeys({ texts }: CounterPage, has_decimals: boolean): Html {
  const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', has_decimals ? '.' : '00', '0'];
  return html`<div class="keys" dir="ltr" hidden>${keys.map((key) => html`<button type="button" data-key="${key}">${key}</button>`)}<button type="button" data-key="" aria-label="${texts.erase}">⌫</button></div>`;
}

function renderTaken({ texts, language }: CounterPage, payment: TakenPayment): Html {
  const state = stateOf(payment);
  const say = state === 'paid' ? sayOf(payment, language) : '';
  return html`<li data-id="${payment.id}" data-state="${state}" data-say="${say}"><a href="/caisse/payments/${payment.id}" data-app><b>${formatAmount(takenOf(payment), language)}</b><span class="state ${state}">${texts.states[state]}</span><small>${renderTime(payment.created_at, language)}${payment.description !== null && html` · <bdi>${payment.description}</bdi>`}</small></a></li>`;
}
