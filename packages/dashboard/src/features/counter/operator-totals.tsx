import type { ReactNode } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { Amount } from '../../parts/amount.tsx';
import { sheet_texts } from './sheet-texts.ts';
import type { ShiftSheet } from './verbs.ts';

/** The figures of one operator, or of all. */
type Total = Omit<ShiftSheet['operators'][number], 'operator'>;

interface Column {
  readonly key: string;
  readonly title: string;
  readonly show: (total: Total) => ReactNode;
  /** Shown only if there is something to show. */
  readonly is_shown: boolean;
}

/** The totals of a shift by operator; columns that are zero everywhere are left out. */
export function OperatorTotals({ shift }: { readonly shift: ShiftSheet }) {
  const texts = useTexts(sheet_texts);
  const columns = useColumns(shift).filter(({ is_shown }) => is_shown);
  return (
    <table className="sheet-totals">
      <thead>
        <tr>
          <th scope="col">{texts.operator}</th>
          {columns.map(({ key, title }) => (
            <th key={key} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shift.operators.map((total) => (
          <tr key={total.operator}>
            <th scope="row">{total.operator ?? '–'}</th>
            {columns.map(({ key, title, show }) => (
              <td key={key} data-label={title}>
                {show(total)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{texts.total}</th>
          {columns.map(({ key, title, show }) => (
            <td key={key} data-label={title}>
              {show(shift)}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}

function useColumns(shift: ShiftSheet): readonly Column[] {
  const texts = useTexts(sheet_texts);
  const money = (amount: number) => <Amount amount={amount} currency={shift.currency} />;
  return [
    { key: 'payments', title: texts.payments, is_shown: true, show: ({ payments }) => payments },
    { key: 'amount', title: texts.amount, is_shown: true, show: ({ amount }) => money(amount) },
    {
      key: 'refunded',
      title: texts.refunded,
      is_shown: shift.refunded_amount > 0,
      show: ({ refunded_amount }) => money(refunded_amount),
    },
    {
      key: 'reversed',
      title: texts.reversed,
      is_shown: shift.reversed_payments > 0,
      show: ({ reversed_amount }) => money(reversed_amount),
    },
    {
      key: 'open',
      title: texts.open,
      is_shown: shift.open_payments > 0,
      show: ({ open_amount }) => money(open_amount),
    },
  ];
}
