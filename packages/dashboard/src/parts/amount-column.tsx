import { Amount } from './amount.tsx';
import type { Column } from './data-table.tsx';

/** The column for the amount of each row. */
export function amountColumn(title: string): Column<{ readonly amount: number; readonly currency: string }> {
  return {
    key: 'amount',
    title,
    align: 'end',
    show: ({ amount, currency }) => <Amount amount={amount} currency={currency} />,
  };
}
