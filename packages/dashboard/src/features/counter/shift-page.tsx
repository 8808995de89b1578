import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useFiltering } from '../../app/search.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRead } from '../../app/use-read.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Badge } from '../../parts/badge.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { CsvLink, withQuery } from '../../parts/csv-link.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { PagedList } from '../../parts/paged-list.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { PaymentTable } from '../payments/payment-table.tsx';
import { Sheet } from './sheet.tsx';
import { sheet_texts } from './sheet-texts.ts';
import { type ShiftSheet, useCounterVerbs } from './verbs.ts';
import './counter.css';

/** One shift: its sheet, to print, and its payments. */
export function ShiftPage() {
  const texts = useTexts(sheet_texts);
  const { path } = useFrame();
  const { shift_id: id = '' } = useParams({ strict: false });
  const shift = useRead(['shifts', id], '/shifts/{id}', { path: { id } });
  return (
    <>
      <p className="off-paper">
        <Link to="/$merchant_id/$mode/counter" params={path}>
          {texts.back}
        </Link>
      </p>
      <QueryView query={shift}>{(known) => <Shift shift={known} />}</QueryView>
    </>
  );
}

function Shift({ shift }: { readonly shift: ShiftSheet }) {
  const texts = useTexts(sheet_texts);
  const { may } = useFrame();
  const { closed_at, cashier, till } = shift;
  const badge = (
    <Badge tone={closed_at === null ? 'accent' : 'quiet'}>
      {closed_at === null ? texts.still_open : texts.closed}
    </Badge>
  );
  return (
    <>
      <div className="off-paper">
        <PageHead title={texts.title(cashier.name, till.name)} about={badge}>
          <ShiftActions shift={shift} />
        </PageHead>
      </div>
      <Sheet shift={shift} />
      {may('payments:read') && <ShiftPayments id={shift.id} />}
    </>
  );
}

function ShiftActions({ shift: { id, closed_at, cashier } }: { readonly shift: ShiftSheet }) {
  const texts = useTexts(sheet_texts);
  const { may } = useFrame();
  const { closeShift } = useCounterVerbs();
  const [is_closing, setClosing] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} aria-hidden />}
        onClick={() => window.print()}
      >
        {texts.print}
      </Button>
      {closed_at === null && may('tills:write') && (
        <Button onClick={() => setClosing(true)}>{texts.close}</Button>
      )}
      <ConfirmDialog
        is_open={is_closing}
        title={texts.close_title(cashier.name)}
        action={texts.close}
        onConfirm={() => closeShift(id)}
        onClose={() => setClosing(false)}
      >
        <p>{texts.close_about}</p>
      </ConfirmDialog>
    </>
  );
}

function ShiftPayments({ id }: { readonly id: string }) {
  const texts = useTexts(sheet_texts);
  const { path } = useFrame();
  const filtering = useFiltering<never>();
  const { cursor } = filtering.search;
  const payments = useRead(['payments', 'shift', id, cursor], '/payments', {
    query: { shift: id, cursor },
    placeholderData: keepPreviousData,
  });
  const file = `/dashboard/api/${path.merchant_id}/${path.mode}/payments/export`;
  return (
    <section className="shift-payments off-paper">
      <div className="card-head">
        <h2>{texts.shift_payments}</h2>
        <CsvLink href={withQuery(file, { shift: id })} />
      </div>
      <PagedList query={payments} filtering={filtering} empty={<p className="quiet">{texts.no_payments}</p>}>
        {(items) => <PaymentTable payments={items} />}
      </PagedList>
    </section>
  );
}
