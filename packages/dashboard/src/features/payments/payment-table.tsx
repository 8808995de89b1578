import { Link } from '@tanstack/react-router';
import type { paths } from '../../api/schema.d.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { amountColumn } from '../../parts/amount-column.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { When } from '../../parts/when.tsx';
import { list_texts } from './list-texts.ts';
import { PaymentBadges } from './payment-badges.tsx';
import { payments_texts } from './texts.ts';
import './payments.css';

type Answer =
  paths['/dashboard/api/{merchant_id}/{mode}/payments']['get']['responses'][200]['content']['application/json'];
export type PaymentSummary = Answer['data']['items'][number];

/** A table of payments, in which each row links to its payment. */
export function PaymentTable({ payments }: { readonly payments: readonly PaymentSummary[] }) {
  const texts = useTexts(list_texts);
  const { title } = useTexts(payments_texts);
  const { path } = useFrame();
  const columns: readonly Column<PaymentSummary>[] = [
    {
      key: 'payment',
      title: texts.payment,
      is_main: true,
      show: ({ id, reference, description }) => (
        <Link
          to="/$merchant_id/$mode/payments/$payment_id"
          params={{ ...path, payment_id: id }}
          className="row-link"
        >
          <span className="mono">{reference}</span>
          {description !== null && <span className="quiet row-about">{description}</span>}
        </Link>
      ),
    },
    {
      key: 'status',
      title: texts.status,
      show: (payment) => <PaymentBadges payment={payment} needs_review={payment.needs_review} />,
    },
    {
      key: 'customer',
      title: texts.customer,
      show: ({ customer: { name, phone, email } }) =>
        name ?? (phone === null ? email : <span className="one-line">{phone}</span>),
    },
    {
      key: 'operator',
      title: texts.operator,
      show: ({ operator }) =>
        operator && <span className="one-line">{`${operator.name} (${operator.country})`}</span>,
    },
    amountColumn(texts.amount),
    {
      key: 'created',
      title: texts.created,
      align: 'end',
      show: ({ created_at }) => <When at={created_at} />,
    },
  ];
  return <DataTable caption={title} columns={columns} rows={payments} keyOf={({ id }) => id} />;
}
