import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFiltering } from '../../app/search.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRead } from '../../app/use-read.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Amount } from '../../parts/amount.tsx';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { PagedList } from '../../parts/paged-list.tsx';
import { When } from '../../parts/when.tsx';
import { counter_page_texts } from './page-texts.ts';
import type { ShiftSheet } from './verbs.ts';

/** The shifts, newest first, each a link to its sheet. */
export function ShiftSection({ is_hidden_when_empty }: { readonly is_hidden_when_empty: boolean }) {
  const texts = useTexts(counter_page_texts);
  const filtering = useFiltering<never>();
  const { cursor } = filtering.search;
  const shifts = useRead(['shifts', cursor], '/shifts', {
    query: { cursor },
    placeholderData: keepPreviousData,
  });
  const is_empty = cursor === undefined && shifts.data?.items.length === 0;
  if (is_empty && is_hidden_when_empty) return null;
  return (
    <section className="counter-section">
      <div className="card-head">
        <h2>{texts.shifts}</h2>
      </div>
      <PagedList query={shifts} filtering={filtering} empty={<p className="quiet">{texts.no_shifts}</p>}>
        {(items) => <ShiftTable shifts={items} />}
      </PagedList>
    </section>
  );
}

function ShiftTable({ shifts }: { readonly shifts: readonly ShiftSheet[] }) {
  const texts = useTexts(counter_page_texts);
  const { path } = useFrame();
  const columns: readonly Column<ShiftSheet>[] = [
    {
      key: 'cashier',
      title: texts.cashier,
      is_main: true,
      show: ({ id, cashier }) => (
        <Link
          className="row-link"
          to="/$merchant_id/$mode/counter/shifts/$shift_id"
          params={{ ...path, shift_id: id }}
        >
          <bdi>{cashier.name}</bdi>
        </Link>
      ),
    },
    { key: 'till', title: texts.till, show: ({ till }) => <bdi>{till.name}</bdi> },
    { key: 'opened', title: texts.opened, show: ({ opened_at }) => <When at={opened_at} /> },
    {
      key: 'closed',
      title: texts.closed,
      show: ({ closed_at }) =>
        closed_at === null ? <Badge tone="accent">{texts.still_open}</Badge> : <When at={closed_at} />,
    },
    { key: 'payments', title: texts.payments, align: 'end', show: ({ payments }) => payments },
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
  ];
  return <DataTable caption={texts.shifts} columns={columns} rows={shifts} keyOf={({ id }) => id} />;
}
