import { isCurrency } from '@guichet/kernel/currencies';
import { moneyFromMajor } from '@guichet/kernel/money';
import { useLanguage } from '../language/use-language.tsx';
import { formatMoney } from './format-money.ts';

interface AmountProps {
  /** In the major unit, as in the API. */
  readonly amount: number;
  readonly currency: string;
}

/** An amount of money, formatted for people, in figures of equal width. */
export function Amount({ amount, currency }: AmountProps) {
  const { language } = useLanguage();
  if (!isCurrency(currency)) throw new Error(`not an ISO 4217 currency: ${currency}`);
  const read = moneyFromMajor(amount, currency);
  if ('problem' in read) throw new Error(`not an amount of ${currency}: ${amount}`);
  return <data value={`${amount} ${currency}`}>{formatMoney(read.money, language)}</data>;
}
