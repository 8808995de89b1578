import { keepPreviousData } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useFiltering } from '../../app/search.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRead } from '../../app/use-read.ts';
import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { CsvLink, withQuery } from '../../parts/csv-link.tsx';
import { Note } from '../../parts/note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { PagedList } from '../../parts/paged-list.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { PaymentTable } from '../payments/payment-table.tsx';
import { LinkActions } from './link-actions.tsx';
import { LinkBadge } from './link-badge.tsx';
import { LinkTerms } from './link-terms.tsx';
import { LinkTotals } from './link-totals.tsx';
import { link_page_texts } from './page-texts.ts';
import { ShareMessage } from './share-message.tsx';
import { SharePaper } from './share-paper.tsx';
import { share_texts } from './share-texts.ts';
import { type SharedLink, usePaymentLink } from './verbs.ts';
import './payment-links.css';

/** One payment link: how to share it, its terms, and what was paid through it. */
export function PaymentLinkPage() {
  const texts = useTexts(link_page_texts);
  const { path } = useFrame();
  const { payment_link_id: id = '' } = useParams({ strict: false });
  const shared = usePaymentLink(id);
  return (
    <>
      <p>
        <Link to="/$merchant_id/$mode/payment-links" params={path}>
          {texts.back}
        </Link>
      </p>
      <QueryView query={shared}>{(known) => <Shared shared={known} />}</QueryView>
    </>
  );
}

function Shared({ shared: { payment_link: link, shares, has_pi_spi } }: { readonly shared: SharedLink }) {
  const texts = useTexts(share_texts);
  const page = useLanguage();
  const [language, setLanguage] = useState<string>(page.language);
  return (
    <>
      <PageHead title={link.title} about={<LinkBadge link={link} />}>
        <LinkActions link={link} />
      </PageHead>
      <div className="link-columns">
        <div>
          <section className="card">
            <h2>{texts.share}</h2>
            {link.unavailable === null ? (
              <p className="quiet link-lead">{texts.share_about}</p>
            ) : (
              <Note tone="warn" title={texts.unavailable} />
            )}
            <p className="link-lead">
              <CopyText text={link.url} label={texts.address} />
            </p>
            <ShareMessage shares={shares} language={language} onLanguage={setLanguage} />
          </section>
          <SharePaper url={link.url} has_pi_spi={has_pi_spi} language={language} />
        </div>
        <div>
          <LinkTotals link={link} />
          <LinkTerms link={link} />
        </div>
      </div>
      <LinkPayments id={link.id} />
    </>
  );
}

function LinkPayments({ id }: { readonly id: string }) {
  const texts = useTexts(link_page_texts);
  const { path } = useFrame();
  const filtering = useFiltering<never>();
  const { cursor } = filtering.search;
  const payments = useRead(['payments', 'payment_link', id, cursor], '/payments', {
    query: { payment_link: id, cursor },
    placeholderData: keepPreviousData,
  });
  const file = `/dashboard/api/${path.merchant_id}/${path.mode}/payments/export`;
  return (
    <section className="link-payments">
      <div className="card-head">
        <h2>{texts.link_payments}</h2>
        <CsvLink href={withQuery(file, { payment_link: id })} />
      </div>
      <PagedList query={payments} filtering={filtering} empty={<p className="quiet">{texts.no_payments}</p>}>
        {(items) => <PaymentTable payments={items} />}
      </PagedList>
    </section>
  );
}
