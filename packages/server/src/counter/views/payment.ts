import type { CheckoutSnapshot } from '@guichet/core/payments';
import { isFailureReason, referenceOf, type TakenPayment } from '@guichet/core/serving';
import { asCurrency } from '@guichet/kernel/currencies';
import { maskPhone } from '@guichet/kernel/phone';
import { findOperator } from '@guichet/operators/catalogue';
import { formatAmount, formatPhone } from '../../checkout-page/format.ts';
import { renderLargeAmount } from '../../checkout-page/parts/amount.ts';
import { failureNotice } from '../../checkout-page/parts/failure.ts';
import { type IconName, type Mood, renderBadge } from '../../checkout-page/parts/icon.ts';
import { renderQr } from '../../checkout-page/parts/qr.ts';
import { type Html, html } from '../../http/html.ts';
import type { CounterPage, CounterScreen } from '../page.ts';
import { sayOf, takenOf } from '../say.ts';
import { actionOf, isAskable, isAwaited, stateIn, type TakenState } from '../state.ts';
import { renderTime } from '../time.ts';
import { type AskState, renderAsk, renderOtpForm } from './ask.ts';

/** A payment of the shift, with everything that its page shows. */
export interface TakenView {
  readonly payment: TakenPayment;
  readonly snapshot: CheckoutSnapshot;
  /** The address of the customer's page, and the code with which it opens on another device. */
  readonly checkout_url: string;
  readonly short_code: string | null;
  /** The form with the customer's number, empty or as submitted. */
  readonly ask: AskState;
}

/** The page of one payment: how the customer can pay, then what the operator says. */
export function paymentScreen(page: CounterPage, view: TakenView): CounterScreen {
  const { payment, snapshot } = view;
  const state = stateIn(snapshot, page.now);
  const amount = formatAmount(takenOf(payment), page.language);
  const isOpen = isAwaited(state);
  return {
    title: `${page.texts.states[state]} · ${amount}`,
    look: 'result',
    data: {
      state,
      version: `${payment.id}${state}${snapshot.attempt?.id ?? ''}`,
      id: payment.id,
      events: '/caisse/events',
      say: state === 'paid' ? sayOf(payment, page.language) : '',
    },
    refresh_s: isOpen ? 5 : null,
    main: html`${renderState(page, view, state)}${renderActions(page, view, state)}`,
  };
}

function renderState(page: CounterPage, view: TakenView, state: TakenState): Html {
  const { texts, language } = page;
  const { payment, snapshot } = view;
  const amount = renderLargeAmount(takenOf(payment), language);
  const note = payment.description !== null && html`<p class="what"><bdi>${payment.description}</bdi></p>`;
  const { attempt } = snapshot;
  const name = operatorName(attempt?.operator ?? payment.operator ?? '');
  const phone = attempt && attempt.phone !== '' ? formatPhone(attempt.phone) : '';
  switch (state) {
    case 'waiting':
      return html`<h1 class="hidden">${texts.states.waiting}</h1>${amount}${note}${renderWays(page, view)}`;
    case 'failed':
      return html`<h1 class="hidden">${texts.states.failed}</h1>${amount}${note}${renderFailure(page, snapshot, name)}${renderWays(page, view)}`;
    case 'asked':
      return html`${amount}${note}<div class="ring"></div><h1>${texts.states.asked}</h1>${renderAsked(page, view, { name, phone })}`;
    case 'otp':
      return html`${amount}${note}<h1>${texts.states.otp}</h1>${renderOtpForm(page, view)}`;
    case 'checking':
      return renderEnd(
        'clock',
        'warn',
        { title: texts.states.checking, sentence: texts.checking(name) },
        amount,
      );
    case 'paid':
      return html`<div class="done">${renderBadge('check', 'good')}<h1>${texts.paid}</h1>${amount}<p class="lead">${texts.paid_by(name, phone === '' ? '' : maskPhone(attempt?.phone ?? ''))}</p>
<p>${snapshot.payment.paid_at && renderTime(snapshot.payment.paid_at, language)}${note}</p></div>`;
    case 'held':
      return renderEnd('attention', 'warn', texts.held, amount);
    default:
      return renderEnd('cross', 'bad', texts[state], amount);
  }
}

function renderEnd(
  icon: IconName,
  mood: Mood,
  { title, sentence }: { readonly title: string; readonly sentence: string },
  amount: Html,
): Html {
  return html`${renderBadge(icon, mood)}<h1>${title}</h1>${amount}<p class="lead">${sentence}</p>`;
}

/** Why the last try was not paid, in the words of the hosted page. */
function renderFailure(
  { texts, page_texts }: CounterPage,
  { payment }: CheckoutSnapshot,
  name: string,
): Html {
  const reason = payment.failure_reason ?? '';
  const title = isFailureReason(reason) ? failureNotice(reason, name, page_texts).title : texts.states.failed;
  return html`<p class="notice" role="alert"><strong>${title}.</strong> ${texts.nothing_taken}</p>`;
}

/** The ways in which the customer can pay: the code, the address with a code, or their number typed by the cashier. */
function renderWays(page: CounterPage, view: TakenView): Html {
  const { texts } = page;
  return html`<div class="ways-here"><div class="scan"><h2>${texts.scan}</h2>${renderQr(view.checkout_url, texts.scan)}${
    view.short_code !== null &&
    html`<p class="spoken">${texts.or_open} <b dir="ltr">${page.public_url.replace(/^https?:\/\//, '')}/pay</b> ${texts.or_type} <b class="short-code" dir="ltr">${view.short_code}</b></p>`
  }</div>${renderAsk(page, view)}</div>`;
}

function renderAsked(
  page: CounterPage,
  { snapshot: { attempt, payment } }: TakenView,
  { name, phone }: { readonly name: string; readonly phone: string },
): Html {
  const { texts, language } = page;
  const action = actionOf(attempt);
  const charged = payment.charged_minor;
  const total =
    charged !== null &&
    charged !== payment.amount_minor &&
    html`<p class="hint">${texts.total(formatAmount({ amount_minor: charged, currency: asCurrency(payment.currency) }, language))}</p>`;
  if (action?.kind === 'redirect') {
    return html`<p class="lead">${texts.open_link(name)}</p>${total}${renderQr(action.url, texts.open_link(name))}`;
  }
  return html`<p class="lead">${texts.asked(name, phone)}</p>${total}`;
}

function renderActions({ texts }: CounterPage, { payment }: TakenView, state: TakenState): Html {
  const receipt = state === 'paid' || state === 'reversed';
  return html`<div class="action"><a class="button${isAskable(state) && ' other'}" href="/caisse" data-app>${isAwaited(state) ? texts.back : texts.next}</a></div>${
    isAskable(state) &&
    html`<form class="quiet" method="post" action="/caisse/payments/${payment.id}/cancel" data-app><button class="link">${texts.cancel}</button></form>`
  }${receipt && html`<p class="quiet"><a class="link" href="/r/${referenceOf(payment.id)}" target="_blank" rel="noopener">${texts.receipt}</a></p>`}`;
}

/** The name of an operator; its code if it is not in the catalogue any more. */
function operatorName(code: string): string {
  return findOperator(code)?.name ?? code;
}
