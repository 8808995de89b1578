import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFiltering } from '../../app/search.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { CsvLink, withQuery } from '../../parts/csv-link.tsx';
import { endOfDay, startOfDay } from '../../parts/day.ts';
import { Empty } from '../../parts/empty.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { PagedList } from '../../parts/paged-list.tsx';
import { ApprovalChanges } from './approval-changes.tsx';
import { Balances } from './balances.tsx';
import { BulkLink, OfFile } from './bulk-links.tsx';
import { payout_page_texts } from './page-texts.ts';
import { type FilterName, PayoutFilters } from './payout-filters.tsx';
import { PayoutTable } from './payout-table.tsx';
import { RulesButton } from './rules-dialog.tsx';
import { payout_texts } from './texts.ts';
import './payouts.css';
import { useRead } from '../../app/use-read.ts';

/** The list of payouts, newest first. */
export function PayoutsPage() {
  const { title } = useTexts(payout_texts);
  const texts = useTexts(payout_page_texts);
  const { path, may } = useFrame();
  const filtering = useFiltering<FilterName | 'batch'>();
  const { from, until, cursor, ...rest } = filtering.search;
  const filter = { ...rest, since: startOfDay(from), until: endOfDay(until) };
  const query = { ...filter, cursor } as { state?: 'waiting' };
  const payouts = useRead(['payouts', query], '/payouts', { query, placeholderData: keepPreviousData });
  const make = may('payouts:create') && (
    <Button
      renderRoot={(props) => <Link {...props} to="/$merchant_id/$mode/payouts/new" params={path} />}
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      {texts.make}
    </Button>
  );
  return (
    <>
      <PageHead title={title} about={texts.about}>
        <CsvLink href={withQuery(`/dashboard/api/${path.merchant_id}/${path.mode}/payouts.csv`, filter)} />
        {may('settings:write') && <RulesButton />}
        {may('payouts:create') && <BulkLink />}
        {make}
      </PageHead>
      <Balances />
      <ApprovalChanges />
      <PayoutFilters filtering={filtering} problem={payouts.error} />
      {rest.batch !== undefined && <OfFile batch_id={rest.batch} />}
      <PagedList
        query={payouts}
        filtering={filtering}
        filters={['text', 'state', 'operator', 'since', 'until']}
        empty={
          <Empty title={texts.empty} about={texts.empty_about}>
            {make}
          </Empty>
        }
      >
        {(items) => <PayoutTable payouts={items} />}
      </PagedList>
    </>
  );
}
