import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, read } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { useFiltering } from '../../app/search.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ChoiceFilter, Filters, TextFilter } from '../../parts/filters.tsx';
import { useTitle } from '../../parts/page-head.tsx';
import { Pager } from '../../parts/pager.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { part_texts } from '../../parts/texts.ts';
import { When } from '../../parts/when.tsx';
import { event_names } from './event-names.ts';
import { logs_texts } from './logs-texts.ts';

/** The list of events, newest first. */
export function EventsPage() {
  const texts = useTexts(logs_texts);
  const parts = useTexts(part_texts);
  useTitle(texts.events);
  const { path, keyOf } = useFrame();
  const { search, is_set, set, clear, goTo } = useFiltering<'event' | 'object_id'>();
  const query = search as { event?: 'payment.failed'; cursor?: string };
  const events = useQuery({
    queryKey: keyOf('events', query),
    queryFn: ({ signal }) =>
      read(api.GET('/dashboard/api/{merchant_id}/{mode}/events', { params: { path, query }, signal })),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns();
  return (
    <>
      <div className="page-lead">
        <p className="quiet">{texts.events_about}</p>
      </div>
      <Filters is_set={is_set} clear={clear} problem={events.error}>
        <ChoiceFilter
          field="event"
          label={texts.event}
          value={search.event}
          choices={event_names.map((name) => [name, name] as const)}
          onChange={(event) => set({ event })}
        />
        <TextFilter
          field="object_id"
          label={texts.object_filter}
          value={search.object_id}
          onChange={(object_id) => set({ object_id })}
        />
      </Filters>
      <QueryView query={events} filters={['event', 'object_id']}>
        {({ items, next_cursor }) =>
          items.length === 0 ? (
            <Empty
              title={is_set ? parts.nothing_found : texts.no_events}
              about={is_set ? undefined : texts.no_events_about}
            />
          ) : (
            <>
              <DataTable caption={texts.events} rows={items} keyOf={({ id }) => id} columns={columns} />
              <Pager cursor={search.cursor} next_cursor={next_cursor} go={goTo} />
            </>
          )
        }
      </QueryView>
    </>
  );
}

function useColumns(): readonly Column<components['schemas']['Event']>[] {
  const texts = useTexts(logs_texts);
  const { path } = useFrame();
  return [
    {
      key: 'event',
      title: texts.event,
      is_main: true,
      show: ({ id, event }) => (
        <Link
          to="/$merchant_id/$mode/developers/events/$event_id"
          params={{ ...path, event_id: id }}
          className="row-link"
        >
          {event}
        </Link>
      ),
    },
    {
      key: 'object',
      title: texts.object,
      show: ({ data }) => <span className="mono">{String(data.id ?? '')}</span>,
    },
    {
      key: 'at',
      title: texts.happened,
      show: ({ created_at }) => <When at={created_at} precise />,
    },
  ];
}
