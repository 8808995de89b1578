import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import { type Filtering, useFiltering } from '../../app/search.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { endOfDay, startOfDay } from '../../parts/day.ts';
import { Empty } from '../../parts/empty.tsx';
import { ChoiceFilter, DayFilter, Filters } from '../../parts/filters.tsx';
import { useTitle } from '../../parts/page-head.tsx';
import { Pager } from '../../parts/pager.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { part_texts } from '../../parts/texts.ts';
import { DeliveryTable } from './delivery-table.tsx';
import { event_names } from './event-names.ts';
import { logs_texts } from './logs-texts.ts';

const base = '/dashboard/api/{merchant_id}/{mode}' as const;
type FilterName = 'endpoint_id' | 'status' | 'event' | 'from' | 'until';

/** The log of what was sent to webhook endpoints. */
export function DeliveriesPage() {
  const texts = useTexts(logs_texts);
  const parts = useTexts(part_texts);
  useTitle(texts.deliveries);
  const { path, keyOf } = useFrame();
  const filtering = useFiltering<FilterName>();
  const { from, until, cursor, ...rest } = filtering.search;
  const query = { ...rest, since: startOfDay(from), until: endOfDay(until), cursor } as {
    status?: 'failed';
  };
  const deliveries = useQuery({
    queryKey: keyOf('deliveries', query),
    queryFn: ({ signal }) => read(api.GET(`${base}/deliveries`, { params: { path, query }, signal })),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <div className="page-lead">
        <p className="quiet">{texts.deliveries_about}</p>
      </div>
      <DeliveryFilters {...filtering} problem={deliveries.error} />
      <QueryView query={deliveries} filters={['endpoint_id', 'status', 'event', 'since', 'until']}>
        {({ items, next_cursor }) =>
          items.length === 0 ? (
            <Empty
              title={filtering.is_set ? parts.nothing_found : texts.no_deliveries}
              about={filtering.is_set ? undefined : texts.no_deliveries_about}
            />
          ) : (
            <>
              <DeliveryTable caption={texts.deliveries} deliveries={items} />
              <Pager cursor={cursor} next_cursor={next_cursor} go={filtering.goTo} />
            </>
          )
        }
      </QueryView>
    </>
  );
}

function DeliveryFilters(props: Omit<Filtering<FilterName>, 'goTo'> & { readonly problem: unknown }) {
  const { search, is_set, set, clear } = props;
  const texts = useTexts(logs_texts);
  const parts = useTexts(part_texts);
  const { path, keyOf } = useFrame();
  const endpoints = useQuery({
    queryKey: keyOf('webhooks'),
    queryFn: ({ signal }) => read(api.GET(`${base}/webhooks`, { params: { path }, signal })),
  });
  return (
    <Filters is_set={is_set} clear={clear} problem={props.problem}>
      <ChoiceFilter
        field="endpoint_id"
        label={texts.endpoint}
        value={search.endpoint_id}
        choices={(endpoints.data?.items ?? []).map(
          ({ id, url, description }) => [id, description ?? url] as const,
        )}
        onChange={(endpoint_id) => set({ endpoint_id })}
      />
      <ChoiceFilter
        field="status"
        label={texts.status}
        value={search.status}
        choices={Object.entries(texts.statuses)}
        onChange={(status) => set({ status })}
      />
      <ChoiceFilter
        field="event"
        label={texts.event}
        value={search.event}
        choices={event_names.map((name) => [name, name] as const)}
        onChange={(event) => set({ event })}
      />
      <DayFilter
        field="since"
        label={parts.from}
        value={search.from}
        onChange={(day) => set({ from: day })}
      />
      <DayFilter
        field="until"
        label={parts.until}
        value={search.until}
        onChange={(day) => set({ until: day })}
      />
    </Filters>
  );
}
