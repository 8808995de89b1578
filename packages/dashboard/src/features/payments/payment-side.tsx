import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { Amount } from '../../parts/amount.tsx';
import { Badge } from '../../parts/badge.tsx';
import { BookAccount } from '../../parts/book-account.tsx';
import { book_texts } from '../../parts/book-texts.ts';
import { When } from '../../parts/when.tsx';
import { wordOf } from '../../parts/word-of.ts';
import { OperatorCalls } from './operator-calls.tsx';
import type { PaymentDetail } from './payment.ts';
import { payment_texts } from './payment-texts.ts';
import { status_texts, toneOf } from './status-texts.ts';

interface Props {
  readonly detail: PaymentDetail;
}

/** The refunds of a payment, with their authors and reasons. */
export function PaymentRefunds({ detail: { refunds } }: Props) {
  const texts = useTexts(payment_texts);
  const statuses = useTexts(status_texts);
  const { language } = useLanguage();
  if (refunds.length === 0) return null;
  return (
    <section className="card">
      <h2>{texts.refunds}</h2>
      {refunds.map(({ id, amount, currency, status, reason, made_by, failure, created_at, calls }) => (
        <div key={id} className="refund-row">
          <strong>
            <Amount amount={amount} currency={currency} />
          </strong>
          <Badge tone={toneOf(status)}>{statuses.refund[status]}</Badge>
          <p>{reason}</p>
          {failure && <p>{failure[language]}</p>}
          <p className="what-detail">
            <When at={created_at} /> {made_by !== null && texts.refund_by(made_by)}
          </p>
          <OperatorCalls calls={calls} />
        </div>
      ))}
    </section>
  );
}

/** The deliveries to the merchant's endpoints, with their responses. */
export function PaymentDeliveries({ detail: { deliveries } }: Props) {
  const texts = useTexts(payment_texts);
  const statuses = useTexts(status_texts);
  return (
    <section className="card">
      <h2>{texts.deliveries}</h2>
      {deliveries.length === 0 && <p className="quiet">{texts.no_deliveries}</p>}
      {deliveries.map(({ id, event, url, status, attempts }) => (
        <details key={id} className="call">
          <summary>
            <span className="mono">{event}</span>{' '}
            <Badge tone={toneOf(status)}>{statuses.delivery[status]}</Badge>
            <div className="what-detail">{url}</div>
          </summary>
          {attempts.map(({ number, status_code, error, response_excerpt, duration_ms, created_at }) => (
            <div key={number}>
              <span className="what-detail">
                {texts.delivery_try(number, String(status_code ?? error ?? texts.no_answer), duration_ms)},{' '}
                <When at={created_at} precise />
              </span>
              {response_excerpt && <pre>{response_excerpt}</pre>}
            </div>
          ))}
        </details>
      ))}
    </section>
  );
}

/** The ledger entries of a payment. */
export function PaymentLedger({ detail: { ledger_entries } }: Props) {
  const texts = useTexts(payment_texts);
  const books = useTexts(book_texts);
  return (
    <section className="card">
      <h2>{texts.ledger}</h2>
      {ledger_entries.length === 0 ? (
        <p className="quiet">{texts.no_ledger}</p>
      ) : (
        <table className="ledger">
          <thead>
            <tr>
              <th scope="col">{texts.kind}</th>
              <th scope="col">{texts.account_name}</th>
              <th scope="col">{texts.debit}</th>
              <th scope="col">{texts.credit}</th>
            </tr>
          </thead>
          <tbody>
            {ledger_entries.map(({ transaction_id, kind, account, direction, amount, currency }) => (
              <tr key={`${transaction_id} ${account}`}>
                <td>{wordOf(books.kinds, kind)}</td>
                <td>
                  <BookAccount account={account} />
                </td>
                <td data-name={texts.debit}>
                  {direction === 'debit' && <Amount amount={amount} currency={currency} />}
                </td>
                <td data-name={texts.credit}>
                  {direction === 'credit' && <Amount amount={amount} currency={currency} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
