import { useTexts } from '../../language/use-language.tsx';
import { Amount } from '../../parts/amount.tsx';
import { useMoneyText } from '../payouts/use-money-text.ts';
import { link_page_texts } from './page-texts.ts';
import type { PaymentLink } from './verbs.ts';

/** The sum that a link has collected, and what is left of a bill or a stock. */
export function LinkTotals({ link }: { readonly link: PaymentLink }) {
  const texts = useTexts(link_page_texts);
  const moneyText = useMoneyText();
  const money = (amount: number): string => moneyText({ amount, currency: link.currency });
  const { paid_amount, currency, payments, due_amount, max_payments } = link;
  const facts = [texts.paid_times(payments)];
  if (due_amount !== null && due_amount > 0) facts.push(texts.due(money(due_amount)));
  if (max_payments !== null && max_payments > 1) facts.push(texts.left(Math.max(0, max_payments - payments)));
  return (
    <section className="card link-totals">
      <h2>{texts.totals}</h2>
      <strong>
        <Amount amount={paid_amount} currency={currency} />
      </strong>
      <p className="quiet link-note">{facts.join(' · ')}</p>
    </section>
  );
}
