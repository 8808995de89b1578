import { useTexts } from '../../language/use-language.tsx';
import { Amount } from '../../parts/amount.tsx';
import { amountColumn } from '../../parts/amount-column.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { bulk_page_texts } from './bulk-page-texts.ts';
import type { PayoutBatchDetail } from './bulk-verbs.ts';

type Total = PayoutBatchDetail['batch']['totals'][number];
type OperatorTotal = PayoutBatchDetail['operators'][number];
type Line = PayoutBatchDetail['first_lines'][number];

/**
 * The content of a file: the totals by currency, each with the balance, the totals by operator, and the first lines
 * as they were parsed.
 */
export function BatchContent({ detail }: { readonly detail: PayoutBatchDetail }) {
  const texts = useTexts(bulk_page_texts);
  return (
    <>
      <section className="card">
        <h2>{texts.to_pay}</h2>
        <Totals detail={detail} />
        <p className="quiet">{texts.no_fee}</p>
      </section>
      <section className="card">
        <h2>{texts.by_operator}</h2>
        <Operators operators={detail.operators} />
      </section>
      {detail.first_lines.length > 0 && (
        <section className="card">
          <h2>{texts.sample}</h2>
          <Lines lines={detail.first_lines} />
        </section>
      )}
    </>
  );
}

function Totals({ detail: { batch, effects } }: { readonly detail: PayoutBatchDetail }) {
  const texts = useTexts(bulk_page_texts);
  const effectOf = ({ currency }: Total) => effects.find((effect) => effect.currency === currency);
  const balance = (key: 'available' | 'left'): Column<Total> => ({
    key,
    title: texts[key],
    align: 'end',
    show: (total) => {
      const effect = effectOf(total);
      return effect && <Amount amount={effect[key]} currency={total.currency} />;
    },
  });
  const columns: readonly Column<Total>[] = [
    { key: 'currency', title: texts.currency, is_main: true, show: ({ currency }) => currency },
    { key: 'payouts', title: texts.payouts_column, align: 'end', show: ({ payouts }) => payouts },
    {
      key: 'amount',
      title: texts.amount,
      align: 'end',
      show: ({ amount, currency }) => (
        <strong>
          <Amount amount={amount} currency={currency} />
        </strong>
      ),
    },
    ...(effects.length > 0 ? [balance('available'), balance('left')] : []),
  ];
  return (
    <DataTable
      caption={texts.to_pay}
      columns={columns}
      rows={batch.totals}
      keyOf={({ currency }) => currency}
    />
  );
}

function Operators({ operators }: { readonly operators: readonly OperatorTotal[] }) {
  const texts = useTexts(bulk_page_texts);
  const columns: readonly Column<OperatorTotal>[] = [
    {
      key: 'operator',
      title: texts.operator,
      is_main: true,
      show: ({ operator, operator_name }) => (
        <>
          {operator_name} <span className="mono quiet">{operator}</span>
        </>
      ),
    },
    { key: 'payouts', title: texts.payouts_column, align: 'end', show: ({ payouts }) => payouts },
    amountColumn(texts.amount),
  ];
  return (
    <DataTable
      caption={texts.by_operator}
      columns={columns}
      rows={operators}
      keyOf={({ operator, currency }) => `${operator} ${currency}`}
    />
  );
}

function Lines({ lines }: { readonly lines: readonly Line[] }) {
  const texts = useTexts(bulk_page_texts);
  const columns: readonly Column<Line>[] = [
    {
      key: 'recipient',
      title: texts.recipient,
      is_main: true,
      show: ({ name, phone }) => (
        <span className="payout-recipient">
          {name ?? phone}
          {name !== null && <small>{phone}</small>}
        </span>
      ),
    },
    { key: 'line', title: texts.line, align: 'end', show: ({ line }) => line },
    amountColumn(texts.amount),
    {
      key: 'operator',
      title: texts.operator,
      show: ({ operator }) => <span className="mono">{operator}</span>,
    },
    { key: 'reference', title: texts.reference, show: ({ reference }) => reference ?? '' },
  ];
  return (
    <DataTable caption={texts.sample} columns={columns} rows={lines} keyOf={({ line }) => String(line)} />
  );
}
