import { isCurrency } from '@guichet/kernel/currencies';
import { moneyFromMajor } from '@guichet/kernel/money';
import { useLanguage } from '../../language/use-language.tsx';
import { formatMoney } from '../../parts/format-money.ts';

/** Formats amounts (major unit) of one currency for use in sentences. */
export function useMoney(currency: string): (amount: number) => string {
  const { language } = useLanguage();
  return (amount) => {
    if (!isCurrency(currency)) throw new Error(`not an ISO 4217 currency: ${currency}`);
    const read = moneyFromMajor(amount, currency);
    if ('problem' in read) throw new Error(`not an amount of ${currency}: ${amount}`);
    return formatMoney(read.money, language);
  };
}
