import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { useMoneyText } from '../payouts/use-money-text.ts';
import { overview_page_texts } from './page-texts.ts';
import { type Needs, useNeeds } from './read.ts';

type Kind = Needs['items'][number]['kind'];

/** For each kind of item, the section and the filters of the list that shows exactly the counted items. */
const lists = {
  slow_payments: ['payments', { needs_review: 'slow' }],
  unknown_payments: ['payments', { needs_review: 'unknown' }],
  duplicates: ['payments', { needs_review: 'duplicate' }],
  stuck_refunds: ['payments', { needs_review: 'refund' }],
  stuck_payouts: ['payouts', { state: 'stuck' }],
  waiting_payouts: ['payouts', { state: 'waiting' }],
  waiting_movements: ['balances', {}],
  waiting_decisions: ['payments', { needs_review: 'unknown' }],
  uncovered: ['balances', {}],
  drifts: ['balances', {}],
  waiting_changes: ['payouts', {}],
  failing_endpoints: ['developers/webhooks', { state: 'failing' }],
} as const satisfies Readonly<Record<Kind, unknown>>;

/** The list of items that need attention, with links; a single muted line if there are none. */
export function NeedList() {
  const texts = useTexts(overview_page_texts);
  const { path } = useFrame();
  const moneyText = useMoneyText();
  const { data: needs } = useNeeds();
  if (!needs) return null;
  const { items, low_balances } = needs;
  if (items.length + low_balances.length === 0) return <p className="quiet">{texts.no_needs}</p>;
  return (
    <section className="card overview-needs">
      <h2>{texts.needs}</h2>
      <ul>
        {items.map(({ kind, count }) => {
          const [section, search] = lists[kind];
          return (
            <Need key={kind}>
              <Link to={`/$merchant_id/$mode/${section}`} params={path} search={search}>
                {texts.need[kind](count)}
              </Link>
            </Need>
          );
        })}
        {low_balances.map(({ currency, available }) => (
          <Need key={currency}>
            <Link to="/$merchant_id/$mode/balances" params={path} search={{ currency }}>
              {texts.need.low_balance(moneyText({ amount: available, currency }))}
            </Link>
          </Need>
        ))}
      </ul>
    </section>
  );
}

function Need({ children }: { readonly children: ReactNode }) {
  return (
    <li>
      <IconAlertTriangle size={18} aria-hidden />
      {children}
    </li>
  );
}
