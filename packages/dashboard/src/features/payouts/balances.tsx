import { useTexts } from '../../language/use-language.tsx';
import { Amount } from '../../parts/amount.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { payout_page_texts } from './page-texts.ts';
import { usePayoutOptions } from './verbs.ts';

/** The balances available for payouts, by currency. */
export function Balances() {
  const texts = useTexts(payout_page_texts);
  const options = usePayoutOptions();
  return (
    <section aria-label={texts.balances}>
      <QueryView query={options} lines={1}>
        {({ currencies }) =>
          currencies.length === 0 ? (
            <p className="quiet">{texts.no_balance}</p>
          ) : (
            <ul className="payout-balances">
              {currencies.map(({ currency, available, payouts_in_flight }) => (
                <li key={currency} className="card">
                  <small>
                    {texts.available} · {currency}
                  </small>
                  <strong>
                    <Amount amount={available} currency={currency} />
                  </strong>
                  <small>
                    {texts.in_flight}: <Amount amount={payouts_in_flight} currency={currency} />
                  </small>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  );
}
