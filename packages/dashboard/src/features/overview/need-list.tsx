import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { useMoneyText } from '../payouts/use-money-text.ts';
import { overview_page_texts } from './page-texts.ts';
import { useNeeds } from './read.ts';

/** What somebody should look at, each with the way there; one calm line when there is nothing. */
export function NeedList() {
  const texts = useTexts(overview_page_texts);
  const { path } = useFrame();
  const moneyText = useMoneyText();
  const { data: needs } = useNeeds();
  if (!needs) return null;
  const { items, low_balances } = needs;
  if (items.length + low_balances.length === 0) return <p className="quiet">{texts.no_needs}</p>;
  const payouts = (state?: string) => (
    <Link to="/$merchant_id/$mode/payouts" params={path} search={state === undefined ? {} : { state }}>
      {texts.look}
    </Link>
  );
  const ways: Readonly<Record<string, ReactNode>> = {
    stuck_payouts: payouts('stuck'),
    waiting_payouts: payouts('waiting'),
  };
  return (
    <section className="card overview-needs">
      <h2>{texts.needs}</h2>
      <ul>
        {items.map(({ kind, count }) => (
          <li key={kind}>
            <IconAlertTriangle size={18} aria-hidden />
            <span>{texts.need[kind](count)}</span>
            {ways[kind]}
          </li>
        ))}
        {low_balances.map(({ currency, available }) => (
          <li key={currency}>
            <IconAlertTriangle size={18} aria-hidden />
            <span>{texts.need.low_balance(moneyText({ amount: available, currency }))}</span>
            {payouts()}
          </li>
        ))}
      </ul>
    </section>
  );
}
