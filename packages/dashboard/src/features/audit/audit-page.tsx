import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, read } from '../../api/client.ts';
import { useFiltering } from '../../app/search.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { CsvLink, withQuery } from '../../parts/csv-link.tsx';
import { endOfDay, startOfDay } from '../../parts/day.ts';
import { Empty } from '../../parts/empty.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { PagedList } from '../../parts/paged-list.tsx';
import { AuditEntryRow } from './audit-entry-row.tsx';
import { AuditFilters, type FilterName } from './audit-filters.tsx';
import { audit_page_texts } from './page-texts.ts';
import { audit_texts } from './texts.ts';
import './audit.css';

const list = '/dashboard/api/{merchant_id}/{mode}/audit' as const;

/** The log of changes and their authors, newest first. */
export function AuditPage() {
  const { title } = useTexts(audit_texts);
  const texts = useTexts(audit_page_texts);
  const { path, keyOf } = useFrame();
  const filtering = useFiltering<FilterName>();
  const { from, until, cursor, ...rest } = filtering.search;
  const filter = { ...rest, since: startOfDay(from), until: endOfDay(until) };
  const query = { ...filter, cursor } as { action?: 'created' };
  const entries = useQuery({
    queryKey: keyOf('audit', query),
    queryFn: ({ signal }) => read(api.GET(list, { params: { path, query }, signal })),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHead title={title} about={texts.about}>
        <CsvLink href={withQuery(`/dashboard/api/${path.merchant_id}/${path.mode}/audit/export`, filter)} />
      </PageHead>
      <AuditFilters filtering={filtering} problem={entries.error} />
      <PagedList
        query={entries}
        filtering={filtering}
        filters={['action', 'object_type', 'since', 'until']}
        empty={<Empty title={texts.empty} about={texts.empty_about} />}
      >
        {(items) => (
          <ul className="card audit" aria-label={texts.entries}>
            {items.map((entry) => (
              <AuditEntryRow key={entry.id} entry={entry} set={filtering.set} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  );
}
