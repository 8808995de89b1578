import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useFiltering } from '../../app/search.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRead } from '../../app/use-read.ts';
import { useTexts } from '../../language/use-language.tsx';
import { AddButton } from '../../parts/add-button.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ChoiceFilter, Filters } from '../../parts/filters.tsx';
import { PageLead, useTitle } from '../../parts/page-head.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { part_texts } from '../../parts/texts.ts';
import { When } from '../../parts/when.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { ShownOnce } from './shown-once.tsx';
import { type Endpoint, useWebhookVerbs } from './webhooks.ts';
import { webhooks_texts } from './webhooks-texts.ts';

/** The endpoints to which the merchant's events are sent. */
export function WebhooksPage() {
  const texts = useTexts(webhooks_texts);
  useTitle(texts.caption);
  const { may } = useFrame();
  const { add } = useWebhookVerbs();
  const [is_adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const endpoints = useRead(['webhooks'], '/webhooks');
  const filtering = useFiltering<'state'>();
  const { search, of } = filtering;
  return (
    <>
      <PageLead about={texts.about}>
        {may('developers:write') && <AddButton label={texts.add} onClick={() => setAdding(true)} />}
      </PageLead>
      <QueryView query={endpoints} lines={3}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={texts.empty} about={texts.empty_about} />
          ) : (
            <>
              <Filters {...filtering}>
                <ChoiceFilter
                  {...of('state')}
                  label={texts.state}
                  choices={[['failing', texts.filter_failing]]}
                />
              </Filters>
              <EndpointTable endpoints={search.state === 'failing' ? items.filter(isFailing) : items} />
            </>
          )
        }
      </QueryView>
      {is_adding && (
        <EndpointDialog
          title={texts.add}
          action={texts.add}
          save={async (fields) => setSecret((await add(fields)).secret)}
          onClose={() => setAdding(false)}
        />
      )}
      {secret !== null && (
        <ShownOnce
          title={texts.secret_title}
          about={texts.secret_about}
          secret={secret}
          done={texts.kept}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}

function EndpointTable({ endpoints }: { readonly endpoints: readonly Endpoint[] }) {
  const texts = useTexts(webhooks_texts);
  const parts = useTexts(part_texts);
  const columns = useColumns();
  if (endpoints.length === 0) return <Empty title={parts.nothing_found} />;
  return <DataTable caption={texts.caption} columns={columns} rows={endpoints} keyOf={({ id }) => id} />;
}

/** Whether the overview counts an endpoint as failing. */
function isFailing({ health, disabled_reason }: Endpoint): boolean {
  return health.failing_since !== null || disabled_reason === 'failing' || disabled_reason === 'gone';
}

function useColumns(): readonly Column<Endpoint>[] {
  const texts = useTexts(webhooks_texts);
  const { path } = useFrame();
  return [
    {
      key: 'url',
      title: texts.url,
      is_main: true,
      show: ({ id, url, description }) => (
        <div>
          <Link
            to="/$merchant_id/$mode/developers/webhooks/$endpoint_id"
            params={{ ...path, endpoint_id: id }}
            className="row-link"
          >
            {description ?? url}
          </Link>
          {description !== null && <div className="mono quiet">{url}</div>}
        </div>
      ),
    },
    {
      key: 'events',
      title: texts.events,
      show: ({ events }) => (events === null ? texts.all_events : texts.count(events.length)),
    },
    { key: 'state', title: texts.state, show: (endpoint) => <EndpointState endpoint={endpoint} /> },
    {
      key: 'last',
      title: texts.last,
      show: ({ health: { last_delivered_at } }) =>
        last_delivered_at === null ? texts.never : <When at={last_delivered_at} />,
    },
    {
      key: 'failed',
      title: texts.failed,
      align: 'end',
      show: ({ health }) => String(health.failed),
    },
  ];
}
