import type { Money } from '@guichet/kernel/money';
import { amountText } from '@guichet/kernel/money-text';
import type { Language } from '../language/define-texts.ts';
import { locales } from './format-time.ts';

/** Formats an amount as the payment page does, on one line that never breaks: "25 000 F CFA", "GH₵ 12.50". */
export function formatMoney(money: Money, language: Language): string {
  return amountText(money, locales[language]);
}
