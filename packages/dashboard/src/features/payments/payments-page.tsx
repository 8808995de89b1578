import { keepPreviousData } from '@tanstack/react-query';
import { useFiltering } from '../../app/search.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRead } from '../../app/use-read.ts';
import { useTexts } from '../../language/use-language.tsx';
import { CsvLink, withQuery } from '../../parts/csv-link.tsx';
import { endOfDay, startOfDay } from '../../parts/day.ts';
import { Empty } from '../../parts/empty.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Pager } from '../../parts/pager.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { SearchPaused } from '../../parts/search-paused.tsx';
import { part_texts } from '../../parts/texts.ts';
import { list_texts } from './list-texts.ts';
import { type FilterName, PaymentFilters, payment_filters } from './payment-filters.tsx';
import { PaymentTable } from './payment-table.tsx';
import { payments_texts } from './texts.ts';

/** The list of a merchant's payments, with a search over all their data. */
export function PaymentsPage() {
  const { title } = useTexts(payments_texts);
  const texts = useTexts(list_texts);
  const parts = useTexts(part_texts);
  const { path } = useFrame();
  const filtering = useFiltering<FilterName>();
  const { is_set, goTo } = filtering;
  const { from, until, cursor, ...rest } = filtering.search;
  const is_later = cursor !== undefined;
  const filter = { ...rest, since: startOfDay(from), until: endOfDay(until) };
  const query = { ...filter, cursor } as { needs_review?: 'true' };
  const payments = useRead(['payments', 'list', query], '/payments', {
    query,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHead title={title} about={texts.about}>
        <CsvLink
          href={withQuery(`/dashboard/api/${path.merchant_id}/${path.mode}/payments/export`, filter)}
        />
      </PageHead>
      <PaymentFilters filtering={filtering} problem={payments.error} />
      <QueryView query={payments} filters={payment_filters}>
        {({ items, next_cursor, searched_until }) => (
          <>
            {items.length > 0 && <PaymentTable payments={items} />}
            {items.length === 0 && searched_until === null && (
              <Empty
                title={is_later ? parts.page_empty : is_set ? parts.nothing_found : texts.empty}
                about={is_later || is_set ? undefined : texts.empty_about}
              />
            )}
            {searched_until !== null && <SearchPaused until={searched_until} />}
            <Pager cursor={cursor} next_cursor={next_cursor} go={goTo} />
          </>
        )}
      </QueryView>
    </>
  );
}
