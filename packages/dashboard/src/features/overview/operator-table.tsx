import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { Amount } from '../../parts/amount.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { formatRate, formatSpan } from './format-figure.ts';
import { overview_page_texts } from './page-texts.ts';
import type { Overview } from './read.ts';

type Row = Overview['operators'][number];

/** The same figures by operator. */
export function OperatorTable(props: { readonly operators: readonly Row[]; readonly currency: string }) {
  const texts = useTexts(overview_page_texts);
  const { language } = useLanguage();
  const { currency, operators } = props;
  const columns: readonly Column<Row>[] = [
    { key: 'operator', title: texts.operator, is_main: true, show: ({ name }) => name || texts.none },
    {
      key: 'amount',
      title: texts.volume,
      align: 'end',
      show: ({ amount }) => <Amount amount={amount} currency={currency} />,
    },
    { key: 'paid', title: texts.paid, align: 'end', show: ({ paid }) => paid },
    { key: 'refused', title: texts.refused, align: 'end', show: ({ refused }) => refused },
    {
      key: 'rate',
      title: texts.success_rate,
      align: 'end',
      show: ({ success_rate }) => (success_rate === null ? texts.none : formatRate(success_rate, language)),
    },
    {
      key: 'fee',
      title: texts.fees,
      align: 'end',
      show: ({ fee }) => <Amount amount={fee} currency={currency} />,
    },
    {
      key: 'time',
      title: texts.time,
      align: 'end',
      show: ({ average_s }) => (average_s === null ? texts.none : formatSpan(average_s)),
    },
  ];
  return (
    <section>
      <h2>{texts.by_operator}</h2>
      <DataTable
        caption={texts.by_operator}
        columns={columns}
        rows={operators}
        keyOf={({ operator }) => operator}
      />
    </section>
  );
}
