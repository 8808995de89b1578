import { useFiltering } from '../../app/search.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Amount } from '../../parts/amount.tsx';
import { Empty } from '../../parts/empty.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { useMoney } from '../payments/use-money.ts';
import { Holdings } from './holdings.tsx';
import { Movements } from './movements.tsx';
import { balance_texts } from './page-texts.ts';
import { Statement } from './statement.tsx';
import { balances_texts } from './texts.ts';
import './balances.css';
import { useRead } from '../../app/use-read.ts';

/** The balances of a merchant, and the statement of one currency. */
export function BalancesPage() {
  const { title } = useTexts(balances_texts);
  const texts = useTexts(balance_texts);
  const { search, set } = useFiltering<'currency' | 'from' | 'until'>();
  const balances = useRead(['balances'], '/balances');
  return (
    <>
      <PageHead title={title} about={texts.about} />
      <QueryView query={balances}>
        {({ items }) => {
          const chosen = items.find(({ currency }) => currency === search.currency) ?? items[0];
          if (!chosen) {
            return (
              <>
                <Empty title={texts.empty} about={texts.empty_about} />
                <Holdings />
                <Movements currency="" />
              </>
            );
          }
          return (
            <>
              <ul className="balances">
                {items.map((balance) => (
                  <li key={balance.currency}>
                    <button
                      type="button"
                      className="card balance"
                      aria-pressed={balance.currency === chosen.currency}
                      onClick={() => set({ currency: balance.currency })}
                    >
                      <BalanceWords {...balance} />
                    </button>
                  </li>
                ))}
              </ul>
              <Statement key={chosen.currency} currency={chosen.currency} />
              <Holdings />
              <Movements key={`movements ${chosen.currency}`} currency={chosen.currency} />
            </>
          );
        }}
      </QueryView>
    </>
  );
}

function BalanceWords(props: {
  readonly currency: string;
  readonly available: number;
  readonly payouts_in_flight: number;
  readonly held: number;
}) {
  const texts = useTexts(balance_texts);
  const money = useMoney(props.currency);
  return (
    <>
      <span className="quiet">{texts.available}</span>
      <strong>
        <Amount amount={props.available} currency={props.currency} />
      </strong>
      {props.payouts_in_flight !== 0 && (
        <span className="quiet">{texts.in_flight(money(props.payouts_in_flight))}</span>
      )}
      {props.held !== 0 && <span className="quiet">{texts.held(money(props.held))}</span>}
    </>
  );
}
