import { useTexts } from '../../language/use-language.tsx';
import { amountColumn } from '../../parts/amount-column.tsx';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { BookAccount } from '../../parts/book-account.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { When } from '../../parts/when.tsx';
import { payout_page_texts } from './page-texts.ts';
import type { PayoutDetail } from './verbs.ts';

type Entry = PayoutDetail['ledger_entries'][number];
type Delivery = PayoutDetail['deliveries'][number];
type Call = PayoutDetail['operator_calls'][number];

const delivery_tones = { waiting: 'accent', delivered: 'good', failed: 'bad' } as const satisfies Record<
  Delivery['status'],
  Tone
>;

/** The ledger entries, webhook deliveries and operator requests of a payout. */
export function PayoutRecords({ detail }: { readonly detail: PayoutDetail }) {
  const texts = useTexts(payout_page_texts);
  const { ledger_entries, deliveries, operator_calls } = detail;
  return (
    <>
      <section className="card">
        <h2>{texts.ledger}</h2>
        <Ledger entries={ledger_entries} />
      </section>
      <section className="card">
        <h2>{texts.deliveries}</h2>
        {deliveries.length === 0 ? (
          <p className="quiet">{texts.no_deliveries}</p>
        ) : (
          <Deliveries deliveries={deliveries} />
        )}
      </section>
      <section className="card">
        <h2>{texts.calls}</h2>
        {operator_calls.length === 0 && <p className="quiet">{texts.no_calls}</p>}
        {operator_calls.map((call) => (
          <OperatorCall key={`${call.created_at} ${call.verb}`} call={call} />
        ))}
      </section>
    </>
  );
}

function Ledger({ entries }: { readonly entries: readonly Entry[] }) {
  const texts = useTexts(payout_page_texts);
  const columns: readonly Column<Entry>[] = [
    {
      key: 'account',
      title: texts.account,
      is_main: true,
      show: ({ account }) => <BookAccount account={account} />,
    },
    { key: 'direction', title: texts.direction, show: ({ direction }) => texts[direction] },
    amountColumn(texts.amount),
    { key: 'at', title: texts.created, show: ({ created_at }) => <When at={created_at} /> },
  ];
  return (
    <DataTable
      caption={texts.ledger}
      columns={columns}
      rows={entries}
      keyOf={({ transaction_id, account }) => `${transaction_id} ${account}`}
    />
  );
}

function Deliveries({ deliveries }: { readonly deliveries: readonly Delivery[] }) {
  const texts = useTexts(payout_page_texts);
  const columns: readonly Column<Delivery>[] = [
    {
      key: 'endpoint',
      title: texts.endpoint,
      is_main: true,
      show: ({ endpoint_id }) => <span className="mono">{endpoint_id}</span>,
    },
    {
      key: 'status',
      title: texts.state,
      show: ({ status }) => <Badge tone={delivery_tones[status]}>{texts.delivery[status]}</Badge>,
    },
    { key: 'tries', title: texts.tries_title, show: ({ attempts }) => texts.tries(attempts.length) },
  ];
  return <DataTable caption={texts.deliveries} columns={columns} rows={deliveries} keyOf={({ id }) => id} />;
}

function OperatorCall({ call }: { readonly call: Call }) {
  const texts = useTexts(payout_page_texts);
  return (
    <details className="payout-call">
      <summary>
        <span className="mono">{call.verb}</span> <When at={call.created_at} precise />
      </summary>
      {call.exchanges.map(({ method, url, request, status, response, problem, duration_ms }) => (
        <pre key={`${method} ${url} ${duration_ms}`} className="mono">
          {`${method} ${url}\n${request ?? ''}\n\n${status ?? texts.no_answer} (${duration_ms} ms)\n${response ?? problem ?? ''}`}
        </pre>
      ))}
    </details>
  );
}
