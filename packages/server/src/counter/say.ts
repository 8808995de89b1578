import type { TakenPayment } from '@guichet/core/serving';
import { asCurrency } from '@guichet/kernel/currencies';
import { type Money, majorText } from '@guichet/kernel/money';
import { findOperator } from '@guichet/operators/catalogue';
import type { Language } from '../checkout-page/page.ts';
import { texts as page_texts } from '../checkout-page/texts/texts.ts';
import { counter_texts } from './texts/texts.ts';

/** Returns what arrived for a paid payment, without the fee. */
export function takenOf(
  payment: Pick<TakenPayment, 'amount_minor' | 'currency' | 'received_minor' | 'received_currency'>,
): Money {
  const { amount_minor, currency, received_minor, received_currency } = payment;
  if (received_minor === null) return { amount_minor, currency: asCurrency(currency) };
  return { amount_minor: received_minor, currency: asCurrency(received_currency ?? currency) };
}

/**
 * Returns the sentence that a till speaks for a paid payment: the amount, and whom it is from. In test mode it says
 * first that no money moved, because whoever hands over the goods may only listen.
 */
export function sayOf(payment: TakenPayment, language: Language): string {
  const texts = counter_texts[language];
  const { operator, customer_first_name } = payment;
  const from = customer_first_name ?? (operator === null ? '' : (findOperator(operator)?.name ?? operator));
  const said = texts.say(spokenAmount(takenOf(payment), language), from);
  return payment.mode === 'test' ? `${page_texts[language].test_mode}. ${said}` : said;
}

/**
 * Writes an amount as it is spoken: without grouping, which voices read as pauses, without decimals that are zero, and
 * with the currency's name.
 */
function spokenAmount(money: Money, language: Language): string {
  const name = counter_texts[language].currencies[money.currency] ?? nameOf(money, language);
  return `${majorText(money).replace(/\.0+$/, '')} ${name}`;
}

function nameOf({ currency }: Money, language: Language): string {
  const names = new Intl.DisplayNames(page_texts[language].locale, { type: 'currency' });
  return names.of(currency) ?? currency;
}
