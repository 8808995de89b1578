import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { components } from '../../api/schema.d.ts';
import { type Filtering, useFiltering } from '../../app/search.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRead } from '../../app/use-read.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ChoiceFilter, Filters, TextFilter } from '../../parts/filters.tsx';
import { PageLead, useTitle } from '../../parts/page-head.tsx';
import { PagedList } from '../../parts/paged-list.tsx';
import { When } from '../../parts/when.tsx';
import { logs_texts } from './logs-texts.ts';

type FilterName = 'result' | 'status' | 'method' | 'path' | 'id' | 'key_id';
type ApiRequest = components['schemas']['ApiRequest'];

/** The list of requests to the API from the merchant's programs. */
export function RequestsPage() {
  const texts = useTexts(logs_texts);
  useTitle(texts.requests);
  const filtering = useFiltering<FilterName>();
  const query = filtering.search as { result?: 'refused'; cursor?: string };
  const requests = useRead(['requests', query], '/requests', { query, placeholderData: keepPreviousData });
  const key_names = useKeyNames();
  const columns = useColumns(key_names);
  return (
    <>
      <PageLead about={texts.requests_about} />
      <RequestFilters filtering={filtering} key_names={key_names} problem={requests.error} />
      <PagedList
        query={requests}
        filtering={filtering}
        filters={['result', 'method', 'key_id', 'path', 'id', 'status']}
        empty={<Empty title={texts.no_requests} about={texts.no_requests_about} />}
      >
        {(items) => (
          <DataTable caption={texts.requests} columns={columns} rows={items} keyOf={({ id }) => id} />
        )}
      </PagedList>
    </>
  );
}

/** The names of keys, by their ids. */
function useKeyNames(): ReadonlyMap<string, string> {
  const keys = useRead(['keys'], '/keys');
  return new Map((keys.data?.items ?? []).map(({ id, name, last_four }) => [id, name ?? `…${last_four}`]));
}

interface RequestFiltersProps {
  readonly filtering: Filtering<FilterName>;
  readonly key_names: ReadonlyMap<string, string>;
  readonly problem: unknown;
}

function RequestFilters({ filtering, key_names, problem }: RequestFiltersProps) {
  const { of } = filtering;
  const texts = useTexts(logs_texts);
  return (
    <Filters {...filtering} problem={problem}>
      <ChoiceFilter {...of('result')} label={texts.result} choices={Object.entries(texts.results)} />
      <ChoiceFilter
        {...of('method')}
        label={texts.method}
        choices={[
          ['GET', 'GET'],
          ['POST', 'POST'],
        ]}
      />
      <ChoiceFilter {...of('key_id')} label={texts.key} choices={[...key_names]} />
      <StatusFilter {...of('status')} />
      <TextFilter {...of('path')} label={texts.path_filter} />
      <TextFilter {...of('id')} label={texts.request_filter} />
    </Filters>
  );
}

/** An HTTP status; the filter applies once it has three digits. */
function StatusFilter(props: {
  readonly value: string | undefined;
  readonly onChange: (status: string | undefined) => void;
}) {
  const texts = useTexts(logs_texts);
  return (
    <TextFilter
      field="status"
      label={texts.status_filter}
      value={props.value}
      onChange={(text) => {
        if (text === undefined || /^[1-5]\d\d$/.test(text)) props.onChange(text);
      }}
    />
  );
}

function useColumns(key_names: ReadonlyMap<string, string>): readonly Column<ApiRequest>[] {
  const texts = useTexts(logs_texts);
  const { path: frame_path } = useFrame();
  return [
    {
      key: 'request',
      title: texts.request,
      is_main: true,
      show: ({ id, method, path }) => (
        <div>
          <span className="mono">
            <strong>{method}</strong> {path}
          </span>
          <div>
            <Link
              to="/$merchant_id/$mode/developers/requests"
              params={frame_path}
              search={{ id }}
              className="mono quiet"
            >
              {id}
            </Link>
          </div>
        </div>
      ),
    },
    {
      key: 'result',
      title: texts.result,
      show: ({ status, code }) => (
        <Badge tone={status < 400 ? 'good' : status < 500 ? 'warn' : 'bad'}>
          {code === null ? String(status) : `${status} ${code}`}
        </Badge>
      ),
    },
    { key: 'key', title: texts.key, show: ({ key_id }) => key_names.get(key_id) ?? key_id },
    {
      key: 'duration',
      title: texts.duration,
      align: 'end',
      show: ({ duration_ms }) => texts.took(duration_ms),
    },
    { key: 'at', title: texts.at, show: ({ created_at }) => <When at={created_at} precise /> },
  ];
}
