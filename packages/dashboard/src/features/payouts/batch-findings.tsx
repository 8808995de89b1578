import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { FileLink } from '../../parts/file-link.tsx';
import { bulk_page_texts } from './bulk-page-texts.ts';
import { type BatchFinding, type PayoutBatchDetail, useBatchFile } from './bulk-verbs.ts';

/** The errors of a file line by line, and its warnings. */
export function BatchFindings({ detail: { batch, findings } }: { readonly detail: PayoutBatchDetail }) {
  const texts = useTexts(bulk_page_texts);
  const { language } = useLanguage();
  const fileOf = useBatchFile();
  const all = batch.errors + batch.warnings;
  const columns: readonly Column<BatchFinding>[] = [
    {
      key: 'line',
      title: texts.line,
      is_main: true,
      show: ({ line, is_error }) => (
        <Badge tone={is_error ? 'bad' : 'warn'}>
          {line === null ? texts.whole_file : `${texts.line} ${line}`}
        </Badge>
      ),
    },
    { key: 'column', title: texts.column, show: ({ field }) => (field === null ? '' : texts.fields[field]) },
    { key: 'what', title: texts.what, show: ({ words }) => words[language] },
  ];
  const rows = findings.map((finding, at) => ({ ...finding, key: String(at) }));
  return (
    <section className="card bulk-findings">
      <div className="bulk-section-head">
        <h2>{texts.findings}</h2>
        <FileLink href={fileOf(`payout-batches/${batch.id}/findings.csv?language=${language}`)} size="sm">
          {texts.download_findings}
        </FileLink>
      </div>
      {all > findings.length && <p className="quiet">{texts.only_first(findings.length, all)}</p>}
      <DataTable
        caption={texts.findings}
        columns={columns}
        rows={rows}
        keyOf={(row) => ('key' in row ? String(row.key) : '')}
      />
    </section>
  );
}
