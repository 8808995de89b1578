import { Link, useParams } from '@tanstack/react-router';
import { useFrame } from '../../app/use-frame.ts';
import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { Amount } from '../../parts/amount.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Note } from '../../parts/note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Person } from '../../parts/person.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { When } from '../../parts/when.tsx';
import { DecisionNote } from './decision-note.tsx';
import { payout_page_texts } from './page-texts.ts';
import { PayoutRecords } from './payout-records.tsx';
import { nameOf } from './payout-table.tsx';
import { PayoutTimeline } from './payout-timeline.tsx';
import { StateBadge } from './state-badge.tsx';
import { StuckNote } from './stuck-note.tsx';
import { payout_texts } from './texts.ts';
import type { PayoutDetail } from './verbs.ts';
import './payouts.css';
import { useRead } from '../../app/use-read.ts';

/** Everything about one payout, and its actions. */
export function PayoutPage() {
  const { title } = useTexts(payout_texts);
  const texts = useTexts(payout_page_texts);
  const { path } = useFrame();
  const { payout_id: id = '' } = useParams({ strict: false });
  const detail = useRead(['payouts', id], '/payouts/{id}', { path: { id } });
  const reference = detail.data?.payout.reference;
  return (
    <>
      <p>
        <Link to="/$merchant_id/$mode/payouts" params={path}>
          {texts.back}
        </Link>
      </p>
      <PageHead title={reference === undefined ? title : texts.payout(reference)} />
      <QueryView query={detail}>{(all) => <Payout detail={all} />}</QueryView>
    </>
  );
}

function Payout({ detail }: { readonly detail: PayoutDetail }) {
  const texts = useTexts(payout_page_texts);
  const { language } = useLanguage();
  const { payout, failure_words } = detail;
  return (
    <div className="payout-page">
      <div className="payout-head">
        <Amount amount={payout.amount} currency={payout.currency} />
        <StateBadge state={payout.state} />
      </div>
      <DecisionNote detail={detail} />
      <StuckNote detail={detail} />
      {failure_words !== null && (
        <Note tone="bad" title={texts.failed_title}>
          <p>{failure_words[language]}</p>
        </Note>
      )}
      <section className="card">
        <h2>{texts.facts}</h2>
        <Facts facts={useFacts(detail)} />
      </section>
      <PayoutTimeline detail={detail} />
      <PayoutRecords detail={detail} />
    </div>
  );
}

type Fact = readonly [name: string, value: React.ReactNode];

/** The known facts; the others are left out. */
function useFacts({ payout, sending, emails }: PayoutDetail): readonly Fact[] {
  const texts = useTexts(payout_page_texts);
  const { order, recipient, failure } = payout;
  const name = nameOf(recipient);
  const some = <Value,>(
    label: string,
    value: Value | null | undefined,
    show: (value: Value) => React.ReactNode,
  ) => (value === null || value === undefined ? [] : [[label, show(value)] as const]);
  const text = (value: string | number) => value;
  return [
    [texts.id, <CopyText key="id" text={payout.id} label={texts.id} />],
    [texts.phone, recipient.phone],
    ...some(texts.name, name, text),
    [texts.operator, payout.operator_name],
    ...some(texts.description, payout.description, text),
    [texts.created, <When key="created" at={payout.created_at} precise />],
    ...some(texts.paid, payout.paid_at, (at) => <When at={at} precise />),
    [texts.made_by, <Person key="made" name={order?.made_by ?? texts.by_api} email={emails.made_by} />],
    ...some(texts.decided_by, order?.decided_by, (name) => <Person name={name} email={emails.decided_by} />),
    ...some(texts.note, order?.note, text),
    ...some(texts.operator_code, failure?.operator_code, (code) => <span className="mono">{code}</span>),
    ...some(texts.provider_reference, sending.provider_reference, (reference) => (
      <CopyText text={reference} label={texts.provider_reference} />
    )),
    [texts.own_reference, <CopyText key="reference" text={sending.reference} label={texts.own_reference} />],
    [texts.connector, sending.connector],
    ...(sending.inquiries > 0 ? [[texts.inquiries, sending.inquiries] as const] : []),
  ];
}
