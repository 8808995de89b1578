import { keepPreviousData } from '@tanstack/react-query';
import { type Filtering, useFiltering } from '../../app/search.ts';
import { useRead } from '../../app/use-read.ts';
import { useTexts } from '../../language/use-language.tsx';
import { endOfDay, startOfDay } from '../../parts/day.ts';
import { Empty } from '../../parts/empty.tsx';
import { ChoiceFilter, Filters, PeriodFilters } from '../../parts/filters.tsx';
import { PageLead, useTitle } from '../../parts/page-head.tsx';
import { PagedList } from '../../parts/paged-list.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { event_names } from './event-names.ts';
import { logs_texts } from './logs-texts.ts';

type FilterName = 'endpoint_id' | 'status' | 'event' | 'from' | 'until';

/** The log of deliveries to webhook endpoints. */
export function DeliveriesPage() {
  const texts = useTexts(logs_texts);
  useTitle(texts.deliveries);
  const filtering = useFiltering<FilterName>();
  const { from, until, cursor, ...rest } = filtering.search;
  const query = { ...rest, since: startOfDay(from), until: endOfDay(until), cursor } as {
    status?: 'failed';
  };
  const deliveries = useRead(['deliveries', query], '/deliveries', {
    query,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageLead about={texts.deliveries_about} />
      <DeliveryFilters filtering={filtering} problem={deliveries.error} />
      <PagedList
        query={deliveries}
        filtering={filtering}
        filters={['endpoint_id', 'status', 'event', 'since', 'until']}
        empty={<Empty title={texts.no_deliveries} about={texts.no_deliveries_about} />}
      >
        {(items) => <DeliveryTable caption={texts.deliveries} deliveries={items} />}
      </PagedList>
    </>
  );
}

function DeliveryFilters(props: { readonly filtering: Filtering<FilterName>; readonly problem: unknown }) {
  const { of } = props.filtering;
  const texts = useTexts(logs_texts);
  const endpoints = useRead(['webhooks'], '/webhooks');
  return (
    <Filters {...props.filtering} problem={props.problem}>
      <ChoiceFilter
        {...of('endpoint_id')}
        label={texts.endpoint}
        choices={(endpoints.data?.items ?? []).map(
          ({ id, url, description }) => [id, description ?? url] as const,
        )}
      />
      <ChoiceFilter {...of('status')} label={texts.status} choices={Object.entries(texts.statuses)} />
      <ChoiceFilter
        {...of('event')}
        label={texts.event}
        choices={event_names.map((name) => [name, name] as const)}
      />
      <PeriodFilters of={of} />
    </Filters>
  );
}
