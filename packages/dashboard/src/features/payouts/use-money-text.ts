import { isCurrency } from '@guichet/kernel/currencies';
import { moneyFromMajor } from '@guichet/kernel/money';
import { useLanguage } from '../../language/use-language.tsx';
import { formatMoney } from '../../parts/format-money.ts';

/** Formats money for use in a sentence. */
export function useMoneyText(): (money: { readonly amount: number; readonly currency: string }) => string {
  const { language } = useLanguage();
  return ({ amount, currency }) => {
    const read = isCurrency(currency) ? moneyFromMajor(amount, currency) : undefined;
    if (!read || 'problem' in read) return `${amount} ${currency}`;
    return formatMoney(read.money, language);
  };
}
