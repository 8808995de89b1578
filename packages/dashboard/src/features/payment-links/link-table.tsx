import { Link } from '@tanstack/react-router';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Amount } from '../../parts/amount.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { When } from '../../parts/when.tsx';
import { LinkBadge } from './link-badge.tsx';
import { link_page_texts } from './page-texts.ts';
import { payment_links_texts } from './texts.ts';
import type { PaymentLink } from './verbs.ts';

/** Payment links, each a link to its page, with their totals. */
export function LinkTable({ links }: { readonly links: readonly PaymentLink[] }) {
  const texts = useTexts(link_page_texts);
  const { title } = useTexts(payment_links_texts);
  const { path } = useFrame();
  const columns: readonly Column<PaymentLink>[] = [
    {
      key: 'link',
      title: texts.link,
      is_main: true,
      show: (link) => (
        <Link
          className="row-link link-title"
          to="/$merchant_id/$mode/payment-links/$payment_link_id"
          params={{ ...path, payment_link_id: link.id }}
        >
          <bdi>{link.title}</bdi>
          {link.customer.phone !== null && <small>{link.customer.phone}</small>}
        </Link>
      ),
    },
    { key: 'status', title: texts.status, show: (link) => <LinkBadge link={link} /> },
    {
      key: 'amount',
      title: texts.amount,
      align: 'end',
      show: ({ amount, currency }) =>
        amount === null ? (
          <span className="quiet">{texts.open_amount}</span>
        ) : (
          <Amount amount={amount} currency={currency} />
        ),
    },
    { key: 'payments', title: texts.payments, align: 'end', show: ({ payments }) => payments },
    {
      key: 'collected',
      title: texts.collected,
      align: 'end',
      show: ({ paid_amount, currency }) => (
        <strong>
          <Amount amount={paid_amount} currency={currency} />
        </strong>
      ),
    },
    {
      key: 'created',
      title: texts.created,
      align: 'end',
      show: ({ created_at }) => <When at={created_at} />,
    },
  ];
  return <DataTable caption={title} columns={columns} rows={links} keyOf={({ id }) => id} />;
}
