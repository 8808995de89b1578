import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Facts } from '../../parts/facts.tsx';
import { FileLink } from '../../parts/file-link.tsx';
import { Note } from '../../parts/note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { When } from '../../parts/when.tsx';
import { BatchConfirm } from './batch-confirm.tsx';
import { BatchContent } from './batch-content.tsx';
import { BatchDecision } from './batch-decision.tsx';
import { BatchFindings } from './batch-findings.tsx';
import { BatchSame } from './batch-same.tsx';
import { BatchStates, BatchStatus } from './batch-states.tsx';
import { bulk_page_texts } from './bulk-page-texts.ts';
import { type PayoutBatch, type PayoutBatchDetail, useBatch, useBatchFile } from './bulk-verbs.ts';
import './payouts.css';
import './bulk.css';

/** One file of payouts: its errors, its effect, and its result. */
export function BatchPage() {
  const texts = useTexts(bulk_page_texts);
  const { batch_id: id = '' } = useParams({ strict: false });
  const detail = useBatch(id);
  return (
    <>
      <PageHead title={detail.data?.batch.file_name ?? texts.title} />
      <QueryView query={detail}>{(all) => <Batch detail={all} />}</QueryView>
    </>
  );
}

function Batch({ detail }: { readonly detail: PayoutBatchDetail }) {
  const texts = useTexts(bulk_page_texts);
  const { batch, findings } = detail;
  return (
    <div className="bulk-page payout-page">
      <div>
        <BatchStatus batch={batch} />
      </div>
      {batch.status === 'refused' && (
        <Note tone="bad" title={texts.refused_title(texts.errors(batch.errors))}>
          <p>{texts.refused_about}</p>
          <Another />
        </Note>
      )}
      <BatchSame detail={detail} />
      {batch.status === 'checked' && batch.warnings > 0 && (
        <Note tone="warn" title={texts.warnings(batch.warnings)}>
          <p>{texts.warnings_about}</p>
        </Note>
      )}
      {batch.status === 'checked' && <BatchConfirm detail={detail} />}
      {batch.status === 'confirmed' && <BatchDecision detail={detail} />}
      {batch.status === 'confirmed' && <Progress batch={batch} />}
      {batch.totals.length > 0 && <BatchContent detail={detail} />}
      {findings.length > 0 && <BatchFindings detail={detail} />}
      <section className="card">
        <Facts facts={useFacts(batch)} />
      </section>
    </div>
  );
}

function Another() {
  const texts = useTexts(bulk_page_texts);
  const { path } = useFrame();
  return (
    <Button
      mt={12}
      variant="default"
      renderRoot={(props) => <Link {...props} to="/$merchant_id/$mode/payouts/bulk" params={path} />}
    >
      {texts.another}
    </Button>
  );
}

function Progress({ batch }: { readonly batch: PayoutBatch }) {
  const texts = useTexts(bulk_page_texts);
  const { path } = useFrame();
  const fileOf = useBatchFile();
  return (
    <section className="card">
      <h2>{texts.progress}</h2>
      <BatchStates batch={batch} />
      <div className="bulk-actions">
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link {...props} to="/$merchant_id/$mode/payouts" params={path} search={{ batch: batch.id }} />
          )}
        >
          {texts.see_all}
        </Button>
        <FileLink href={fileOf(`payout-batches/${batch.id}/lines.csv`)}>{texts.download_results}</FileLink>
      </div>
    </section>
  );
}

function useFacts(batch: PayoutBatch): readonly (readonly [string, ReactNode])[] {
  const texts = useTexts(bulk_page_texts);
  const { status, ended_by, ended_at } = batch;
  const end = status === 'confirmed' || status === 'discarded' ? status : undefined;
  return [
    [texts.lines, batch.lines],
    [texts.uploaded_by, batch.made_by],
    [texts.uploaded, <When key="created" at={batch.created_at} precise />],
    ...(end && ended_by !== null && ended_at !== null
      ? [
          [texts[`${end}_by`], ended_by] as const,
          [texts[end], <When key="ended" at={ended_at} precise />] as const,
        ]
      : []),
  ];
}
