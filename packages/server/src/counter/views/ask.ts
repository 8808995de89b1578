import type { CheckoutSnapshot } from '@guichet/core/payments';
import { dialFor, type TakenPayment } from '@guichet/core/serving';
import { findOperator } from '@guichet/operators/catalogue';
import { formatPhone } from '../../checkout-page/format.ts';
import { renderMark } from '../../checkout-page/parts/mark.ts';
import { renderProblemNote } from '../../checkout-page/parts/problem.ts';
import { type Html, html } from '../../http/html.ts';
import type { CounterPage } from '../page.ts';

/** The form with the customer's number, as submitted. */
export interface AskState {
  readonly phone: string;
  readonly operator: string | null;
  /** True if the operator did not follow from the number: the cashier chooses it. */
  readonly has_choice: boolean;
  /** True if the operator needs a one-time code with the request. */
  readonly needs_otp: boolean;
  readonly problem: string | null;
}

/** A form that nobody has filled in. */
export const nothing_asked: AskState = {
  ...{ phone: '', operator: null, has_choice: false, needs_otp: false, problem: null },
};

interface Asked {
  readonly payment: TakenPayment;
  readonly snapshot: CheckoutSnapshot;
  readonly ask: AskState;
}

/** The form with which the cashier asks the customer's phone for the money. */
export function renderAsk(page: CounterPage, { payment, snapshot, ask }: Asked): Html {
  const { texts } = page;
  const code_first =
    ask.needs_otp && ask.operator !== null
      ? snapshot.offers.find(({ operator }) => operator.code === ask.operator)
      : undefined;
  const dial = code_first?.code_first ? dialFor(code_first.code_first.dial, code_first.total) : null;
  return html`<form class="ask" method="post" action="/caisse/payments/${payment.id}/ask" data-app><h2><label for="phone">${texts.customer_number}</label></h2>
${ask.problem !== null && renderProblemNote('phone-problem', ask.problem)}
<div class="field"><input id="phone" name="phone" type="tel" inputmode="tel" dir="ltr" autocomplete="off" maxlength="40" required value="${ask.phone}"${
    ask.problem !== null && html` aria-invalid="true" aria-describedby="phone-problem"`
  }></div>
${ask.has_choice && renderChoice(page, snapshot, ask.operator)}${!ask.has_choice && ask.operator !== null && html`<input type="hidden" name="operator" value="${ask.operator}">`}
${ask.needs_otp && renderOtpField(page, dial)}<div class="action"><button class="button">${texts.send_request}</button></div></form>`;
}

/** The form for the one-time code that the operator has sent to the customer. */
export function renderOtpForm(page: CounterPage, { payment, snapshot, ask }: Asked): Html {
  const { texts } = page;
  const { attempt } = snapshot;
  return html`<form class="ask" method="post" action="/caisse/payments/${payment.id}/ask" data-app>
${ask.problem !== null && renderProblemNote('phone-problem', ask.problem)}
<p class="lead" dir="ltr">${formatPhone(attempt?.phone ?? '')}</p><input type="hidden" name="phone" value="${attempt?.phone ?? ''}"><input type="hidden" name="operator" value="${attempt?.operator ?? ''}">
${renderOtpField(page, findOperator(attempt?.operator ?? '')?.dial ?? null)}<div class="action"><button class="button">${texts.send_request}</button></div></form>`;
}

function renderOtpField({ texts }: CounterPage, dial: string | null): Html {
  return html`<div class="field"><div class="label"><label for="otp">${texts.otp}</label><span>${texts.otp_hint(dial)}</span></div><input id="otp" name="otp" class="code" dir="ltr" inputmode="numeric" autocomplete="off" maxlength="20" required></div>`;
}

function renderChoice({ texts }: CounterPage, { offers }: CheckoutSnapshot, chosen: string | null): Html {
  const ways = offers.map(
    ({ operator: { code, name } }) =>
      html`<div><label>${renderMark(code, name)}<span>${name}</span><input type="radio" name="operator" value="${code}" required${code === chosen && ' checked'}></label></div>`,
  );
  return html`<fieldset><legend class="hint">${texts.operator}</legend><div class="offers">${ways}</div></fieldset>`;
}
