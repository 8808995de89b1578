import { keepPreviousData } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useFiltering } from '../../app/search.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { Facts } from '../../parts/facts.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { PagedList } from '../../parts/paged-list.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { When } from '../../parts/when.tsx';
import { PaymentTable } from '../payments/payment-table.tsx';
import { CustomerActions } from './customer-actions.tsx';
import { calledOf } from './customers-page.tsx';
import { customer_texts } from './page-texts.ts';
import './customers.css';
import { useRead } from '../../app/use-read.ts';

/** One customer, and their payments. */
export function CustomerPage() {
  const texts = useTexts(customer_texts);
  const { language } = useLanguage();
  const { path } = useFrame();
  const { customer_id: id = '' } = useParams({ strict: false });
  const customer = useRead(['customers', id], '/customers/{id}', { path: { id } });
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return (
    <>
      <p>
        <Link to="/$merchant_id/$mode/customers" params={path}>
          {texts.back}
        </Link>
      </p>
      <QueryView query={customer}>
        {(known) => (
          <>
            <PageHead title={calledOf(known) || texts.nameless}>
              <CustomerActions id={id} name={calledOf(known) || texts.nameless} />
            </PageHead>
            <section className="card customer-known">
              <h2>{texts.known}</h2>
              <Facts
                facts={(
                  [
                    [texts.phone, known.phone],
                    [texts.email, known.email],
                    [texts.country, known.country && names.of(known.country)],
                    [texts.first_seen, <When key="seen" at={known.created_at} />],
                    [texts.id, <CopyText key="id" text={known.id} label={texts.id} />],
                  ] as const
                ).filter(([, value]) => value !== null)}
              />
            </section>
            <CustomerPayments id={id} />
          </>
        )}
      </QueryView>
    </>
  );
}

function CustomerPayments({ id }: { readonly id: string }) {
  const texts = useTexts(customer_texts);
  const filtering = useFiltering<never>();
  const { cursor } = filtering.search;
  const payments = useRead(['payments', 'customer', id, cursor], '/customers/{id}/payments', {
    path: { id },
    query: { cursor },
    placeholderData: keepPreviousData,
  });
  return (
    <section>
      <h2 className="customer-payments">{texts.payments}</h2>
      <PagedList query={payments} filtering={filtering} empty={<p className="quiet">{texts.no_payments}</p>}>
        {(items) => <PaymentTable payments={items} />}
      </PagedList>
    </section>
  );
}
