import { keepPreviousData } from '@tanstack/react-query';
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
import { useRead } from '../../app/use-read.ts';

/** The log of changes and their authors, newest first. */
export function AuditPage() {
  const { title } = useTexts(audit_texts);
  const texts = useTexts(audit_page_texts);
  const { path } = useFrame();
  const filtering = useFiltering<FilterName>();
  const { from, until, cursor, ...rest } = filtering.search;
  const filter = { ...rest, since: startOfDay(from), until: endOfDay(until) };
  const query = { ...filter, cursor } as { action?: 'created' };
  const entries = useRead(['audit', query], '/audit', { query, placeholderData: keepPreviousData });
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
