import type { ReactNode } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { Facts } from '../../parts/facts.tsx';
import { When } from '../../parts/when.tsx';
import { useMoneyText } from '../payouts/use-money-text.ts';
import { link_page_texts } from './page-texts.ts';
import type { PaymentLink } from './verbs.ts';

type Fact = readonly [name: string, value: ReactNode];

/** The terms of a link, without those that were not set. */
export function LinkTerms({ link }: { readonly link: PaymentLink }) {
  const texts = useTexts(link_page_texts);
  const amounts = useAmountFacts(link);
  const { phone, email } = link.customer;
  const text = (value: string | null) => value !== null && <span className="link-prose">{value}</span>;
  const facts: Fact[] = [
    [texts.description, text(link.description)],
    ...amounts,
    [texts.donation, link.donation && texts.yes],
    [texts.until, link.expires_at !== null && <When at={link.expires_at} />],
    [texts.asked, link.fields.map(({ label }) => label).join(', ')],
    [texts.thank_you, text(link.thank_you)],
    [texts.return_url, link.return_url],
    [texts.metadata, link.metadata !== null && <code key="metadata">{JSON.stringify(link.metadata)}</code>],
    [texts.person, [phone, email].filter((one) => one !== null).join(', ')],
    [texts.created, <When key="created" at={link.created_at} />],
    [texts.id, <CopyText key="id" text={link.id} label={texts.id} />],
  ];
  return (
    <section className="card">
      <h2>{texts.terms}</h2>
      <Facts facts={facts.filter(([, value]) => value !== null && value !== false && value !== '')} />
    </section>
  );
}

/** The facts about amounts and about how often the link can be paid. */
function useAmountFacts(link: PaymentLink): readonly Fact[] {
  const texts = useTexts(link_page_texts);
  const moneyText = useMoneyText();
  const money = (amount: number): string => moneyText({ amount, currency: link.currency });
  const { amount, min_amount: min, max_amount: max, suggested_amounts, max_payments } = link;
  const parts = [
    ...(min === null ? [] : [texts.part_from(money(min))]),
    ...(link.deposit === null ? [] : [texts.deposit(money(link.deposit))]),
  ];
  const uses =
    max_payments === null
      ? texts.uses_many
      : max_payments === 1
        ? texts.uses_once
        : texts.uses_stock(max_payments);
  const bounds =
    min !== null && max !== null
      ? texts.from_to(money(min), money(max))
      : min !== null
        ? texts.at_least(money(min))
        : max !== null && texts.at_most(money(max));
  return [
    [texts.amount, amount === null ? texts.open_amount : money(amount)],
    [texts.bounds, !link.in_parts && bounds],
    [texts.suggested, suggested_amounts.map(money).join(' · ')],
    link.in_parts ? [texts.in_parts, parts.join(', ') || texts.yes] : [texts.uses, uses],
  ];
}
