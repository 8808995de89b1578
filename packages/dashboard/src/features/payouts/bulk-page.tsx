import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useFiltering } from '../../app/search.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { Amount } from '../../parts/amount.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Facts } from '../../parts/facts.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { PagedList } from '../../parts/paged-list.tsx';
import { When } from '../../parts/when.tsx';
import { BatchStates, BatchStatus } from './batch-states.tsx';
import { bulk_page_texts } from './bulk-page-texts.ts';
import { type PayoutBatch, useBatches, useBatchFile } from './bulk-verbs.ts';
import { DropFile } from './drop-file.tsx';
import './payouts.css';
import './bulk.css';

/** The page where files of payouts are uploaded, with the status of earlier ones. */
export function BulkPage() {
  const texts = useTexts(bulk_page_texts);
  const { language } = useLanguage();
  const { may } = useFrame();
  const fileOf = useBatchFile();
  const filtering = useFiltering<never>();
  const batches = useBatches(filtering.search.cursor);
  return (
    <>
      <PageHead title={texts.title} about={texts.about}>
        <Button
          component="a"
          href={fileOf(`payout-template.csv?language=${language}`)}
          download
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {texts.template}
        </Button>
      </PageHead>
      <div className="bulk-page">
        {may('payouts:create') && <DropFile />}
        {may('payouts:create') && (
          <details className="card">
            <summary>{texts.how}</summary>
            <Facts facts={texts.columns} are_code />
          </details>
        )}
        <PagedList
          query={batches}
          filtering={filtering}
          empty={
            <Empty title={texts.no_files} about={may('payouts:create') ? texts.no_files_about : undefined} />
          }
        >
          {(items) => <BatchTable batches={items} />}
        </PagedList>
      </div>
    </>
  );
}

function BatchTable({ batches }: { readonly batches: readonly PayoutBatch[] }) {
  const texts = useTexts(bulk_page_texts);
  const { path } = useFrame();
  const columns: readonly Column<PayoutBatch>[] = [
    {
      key: 'file',
      title: texts.file,
      is_main: true,
      show: ({ id, file_name }) => (
        <Link
          className="row-link bulk-name"
          to="/$merchant_id/$mode/payouts/bulk/$batch_id"
          params={{ ...path, batch_id: id }}
        >
          {file_name}
        </Link>
      ),
    },
    { key: 'lines', title: texts.lines, align: 'end', show: ({ lines }) => lines },
    {
      key: 'total',
      title: texts.total,
      align: 'end',
      show: ({ totals }) =>
        totals.map(({ currency, amount }) => (
          <div key={currency}>
            <Amount amount={amount} currency={currency} />
          </div>
        )),
    },
    {
      key: 'status',
      title: texts.status,
      show: (batch) =>
        batch.states.length > 0 ? <BatchStates batch={batch} /> : <BatchStatus batch={batch} />,
    },
    { key: 'made_by', title: texts.uploaded_by, show: ({ made_by }) => made_by },
    { key: 'created', title: texts.uploaded, show: ({ created_at }) => <When at={created_at} /> },
  ];
  return <DataTable caption={texts.files} columns={columns} rows={batches} keyOf={({ id }) => id} />;
}
