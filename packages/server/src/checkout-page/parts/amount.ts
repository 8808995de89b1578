import type { Money } from '@guichet/kernel/money';
import { type Html, html } from '../../http/html.ts';
import { amountParts } from '../format.ts';
import type { Language, Page, View } from '../page.ts';

/** A large amount: the figure stands out next to its currency, and screen readers also get the ISO code. */
export function renderLargeAmount(money: Money, language: Language): Html {
  const { figure, currency, currency_place } = amountParts(money, language);
  const amount =
    currency_place === 'before'
      ? html`<small>${currency} </small>${figure}`
      : html`${figure}<small> ${currency}</small>`;
  return html`<p class="amount"><bdi>${amount}</bdi><span class="hidden"> (${money.currency})</span></p>`;
}

/** The amount due now: the total once an operator is chosen, otherwise the merchant's amount. */
export function dueOf(page: Page): Money {
  return totalOf(page.view) ?? page.amount;
}

/** The total with the operator's fee; null until an operator is chosen. */
export function totalOf(view: View): Money | null {
  if (view.kind === 'confirm') return view.offer.total;
  return 'total' in view ? view.total : null;
}

/** The operator's fee in the total of {@link totalOf}; null if that is not the amount with the fee. */
export function feeOf({ view, amount }: Page, total: Money): Money | null {
  if ('fee' in view) return view.fee;
  return { ...total, amount_minor: total.amount_minor - amount.amount_minor };
}

/** The amount due, which every page shows. */
export function renderDue(page: Page): Html {
  return renderLargeAmount(dueOf(page), page.language);
}
