import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { components } from '../../api/schema.d.ts';
import { useFiltering } from '../../app/search.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRead } from '../../app/use-read.ts';
import { useTexts } from '../../language/use-language.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ChoiceFilter, Filters, TextFilter } from '../../parts/filters.tsx';
import { PageLead, useTitle } from '../../parts/page-head.tsx';
import { PagedList } from '../../parts/paged-list.tsx';
import { When } from '../../parts/when.tsx';
import { event_names } from './event-names.ts';
import { logs_texts } from './logs-texts.ts';

/** The list of events, newest first. */
export function EventsPage() {
  const texts = useTexts(logs_texts);
  useTitle(texts.events);
  const filtering = useFiltering<'event' | 'object_id'>();
  const { of } = filtering;
  const query = filtering.search as { event?: 'payment.failed'; cursor?: string };
  const events = useRead(['events', query], '/events', { query, placeholderData: keepPreviousData });
  const columns = useColumns();
  return (
    <>
      <PageLead about={texts.events_about} />
      <Filters {...filtering} problem={events.error}>
        <ChoiceFilter
          {...of('event')}
          label={texts.event}
          choices={event_names.map((name) => [name, name] as const)}
        />
        <TextFilter {...of('object_id')} label={texts.object_filter} />
      </Filters>
      <PagedList
        query={events}
        filtering={filtering}
        filters={['event', 'object_id']}
        empty={<Empty title={texts.no_events} about={texts.no_events_about} />}
      >
        {(items) => (
          <DataTable caption={texts.events} rows={items} keyOf={({ id }) => id} columns={columns} />
        )}
      </PagedList>
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
