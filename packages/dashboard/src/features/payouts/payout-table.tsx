import { Link } from '@tanstack/react-router';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { amountColumn } from '../../parts/amount-column.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { When } from '../../parts/when.tsx';
import { payout_page_texts } from './page-texts.ts';
import { StateBadge } from './state-badge.tsx';
import type { Payout } from './verbs.ts';

/** Payouts, each a link to its page. */
export function PayoutTable({ payouts }: { readonly payouts: readonly Payout[] }) {
  const texts = useTexts(payout_page_texts);
  const { path } = useFrame();
  const columns: readonly Column<Payout>[] = [
    {
      key: 'recipient',
      title: texts.recipient,
      is_main: true,
      show: ({ id, recipient }) => (
        <Link
          className="row-link payout-recipient"
          to="/$merchant_id/$mode/payouts/$payout_id"
          params={{ ...path, payout_id: id }}
        >
          {nameOf(recipient) ?? recipient.phone}
          {nameOf(recipient) !== null && <small>{recipient.phone}</small>}
        </Link>
      ),
    },
    amountColumn(texts.amount),
    { key: 'state', title: texts.state, show: ({ state }) => <StateBadge state={state} /> },
    { key: 'operator', title: texts.operator, show: ({ operator_name }) => operator_name },
    { key: 'made_by', title: texts.made_by, show: ({ order }) => order?.made_by ?? texts.by_api },
    { key: 'created', title: texts.created, show: ({ created_at }) => <When at={created_at} /> },
  ];
  return <DataTable caption={texts.payouts} columns={columns} rows={payouts} keyOf={({ id }) => id} />;
}

/** The name of a recipient; null if none was given. */
export function nameOf({ first_name, last_name }: Payout['recipient']): string | null {
  return [first_name, last_name].filter((part) => part !== null).join(' ') || null;
}
