import {
  type AmountChoice,
  type AmountProblem,
  type AnswerProblem,
  type LinkView,
  link_limits,
} from '@guichet/core/serving';
import { exponentOf } from '@guichet/kernel/currencies';
import { majorText } from '@guichet/kernel/money';
import { formatAmount } from '../checkout-page/format.ts';
import { address } from '../checkout-page/links.ts';
import type { Language } from '../checkout-page/page.ts';
import { renderSubmit } from '../checkout-page/parts/actions.ts';
import { renderProblemNote } from '../checkout-page/parts/problem.ts';
import { type Html, html } from '../http/html.ts';
import type { LinkTexts } from './texts.ts';
import type { Visit } from './visit.ts';

/** The content of the form, empty or as it was submitted. */
export interface FormState {
  /** The random text of this copy of the page. */
  readonly form: string;
  readonly amount: string;
  readonly answers: readonly (string | undefined)[];
  readonly amount_problem: AmountProblem | null;
  readonly answer_problems: ReadonlyMap<number, AnswerProblem>;
  /** True if the merchant has changed the price since the page was shown. */
  readonly price_changed: boolean;
  readonly has_problem: boolean;
}

/** Longer than any amount: what is longer is refused by the service too. */
const amount_length_max = 40;

/** The form that opens a checkout session: the amount if it is open, and the answers. */
export function renderForm(
  link: LinkView,
  state: FormState,
  { language, is_picked }: Visit,
  texts: LinkTexts,
): Html {
  const { choice, donation } = link;
  const submit = donation ? texts.give : texts.pay;
  const amount = choice.kind === 'fixed' ? formatAmount(choice.amount, language) : null;
  const hidden =
    choice.kind === 'fixed' && html`<input type="hidden" name="amount" value="${majorText(choice.amount)}">`;
  return html`<form method="post" action="${address(`/l/${link.code}`, { lang: is_picked ? language : null })}">
<input type="hidden" name="form" value="${state.form}">${hidden}
${state.price_changed && amount !== null && html`<p class="notice" role="alert">${texts.price_changed(amount)}</p>`}
${link.fields.map((_, index) => renderField(link, index, state, texts))}
${choice.kind !== 'fixed' && renderAmountField(choice, state, language, texts)}
${renderSubmit(submit(amount))}
</form>`;
}

function renderAmountField(
  choice: Exclude<AmountChoice, { kind: 'fixed' }>,
  state: FormState,
  language: Language,
  texts: LinkTexts,
): Html {
  const { min, max, has_max, suggested } = choice;
  const [low, high] = [formatAmount(min, language), formatAmount(max, language)];
  const problem = state.amount_problem && texts.amount_problems(low, high)[state.amount_problem];
  const label = choice.kind === 'part' ? texts.part : texts.amount;
  const decimals = exponentOf(min.currency);
  const sums = suggested.map(
    (sum) =>
      html`<button class="button other" name="suggested" value="${majorText(sum)}">${formatAmount(sum, language)}</button>`,
  );
  return html`${sums.length > 0 && html`<fieldset class="field"><legend class="label">${texts.suggested}</legend><div class="sums">${sums}</div></fieldset>`}
<div class="field"><div class="label"><label for="amount">${label} (${min.currency})</label>
<span id="amount-hint">${has_max ? texts.between(low, high) : texts.at_least(low)}</span></div>
${problem && renderProblemNote('amount-problem', problem)}
<input id="amount" name="amount" type="text" inputmode="${decimals === 0 ? 'numeric' : 'decimal'}" autocomplete="off" maxlength="${amount_length_max}" value="${state.amount}" aria-describedby="${problem ? 'amount-problem amount-hint' : 'amount-hint'}"${
    problem && html` aria-invalid="true"`
  }${problem && state.answer_problems.size === 0 && ' autofocus'}></div>`;
}

const input_kinds = {
  text: html` type="text"`,
  number: html` type="text" inputmode="decimal"`,
  phone: html` type="tel"`,
  email: html` type="text" inputmode="email" autocomplete="email" spellcheck="false"`,
} as const;

function renderField(link: LinkView, index: number, state: FormState, texts: LinkTexts): Html {
  const field = link.fields[index];
  if (!field) return html``;
  const id = `a${index}`;
  const value = state.answers[index] ?? '';
  const code = state.answer_problems.get(index);
  const problem = code && texts.answer_problems[code];
  const [first] = state.answer_problems.keys();
  const attributes = html` id="${id}" name="${id}"${field.required && ' required'}${
    problem && html` aria-describedby="${id}-problem" aria-invalid="true"`
  }${first === index && ' autofocus'}`;
  const control =
    field.type === 'choice'
      ? html`<select${attributes}><option value="">${texts.choose}</option>${field.options.map((option) => html`<option value="${option}"${option === value && ' selected'}>${option}</option>`)}</select>`
      : html`<input${attributes}${input_kinds[field.type]} maxlength="${link_limits.answer_length_max}" value="${value}">`;
  return html`<div class="field"><div class="label"><label for="${id}"><bdi>${field.label}</bdi></label>${
    !field.required && html`<span>${texts.optional}</span>`
  }</div>
${problem && renderProblemNote(`${id}-problem`, problem)}
${control}</div>`;
}
