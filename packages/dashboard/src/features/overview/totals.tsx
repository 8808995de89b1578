import type { ReactNode } from 'react';
import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { Amount } from '../../parts/amount.tsx';
import { useMoneyText } from '../payouts/use-money-text.ts';
import { formatRate, formatSpan } from './format-figure.ts';
import { overview_page_texts } from './page-texts.ts';
import type { Figures } from './read.ts';

interface TotalsProps {
  readonly total: Figures;
  readonly before: Figures;
  readonly currency: string;
}

/** Four figures, each with its value in the previous period. */
export function Totals({ total, before, currency }: TotalsProps) {
  const texts = useTexts(overview_page_texts);
  const { language } = useLanguage();
  const moneyText = useMoneyText();
  const rate = (value: number | null) => (value === null ? texts.none : formatRate(value, language));
  const span = (value: number | null) => (value === null ? texts.none : formatSpan(value));
  const money = (amount: number) => moneyText({ amount, currency });
  return (
    <dl className="overview-totals">
      <Total
        name={texts.volume}
        value={<Amount amount={total.amount} currency={currency} />}
        about={texts.payments(total.paid)}
        before={texts.before(money(before.amount))}
      />
      <Total
        name={texts.success_rate}
        value={rate(total.success_rate)}
        about={texts.tries(total.paid, total.refused)}
        before={texts.before(rate(before.success_rate))}
      />
      <Total
        name={texts.fees}
        value={<Amount amount={total.fee} currency={currency} />}
        before={texts.before(money(before.fee))}
      />
      <Total name={texts.time} value={span(total.average_s)} before={texts.before(span(before.average_s))} />
    </dl>
  );
}

interface TotalProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly about?: string;
  readonly before: string;
}

function Total({ name, value, about, before }: TotalProps) {
  return (
    <div className="card">
      <dt>{name}</dt>
      <dd>{value}</dd>
      {about !== undefined && <dd className="quiet">{about}</dd>}
      <dd className="quiet">{before}</dd>
    </div>
  );
}
