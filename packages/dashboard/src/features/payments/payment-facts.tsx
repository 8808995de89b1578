import { Link } from '@tanstack/react-router';
import { useFrame } from '../../app/use-frame.ts';
import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { Amount } from '../../parts/amount.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { Facts } from '../../parts/facts.tsx';
import { When } from '../../parts/when.tsx';
import type { PaymentDetail } from './payment.ts';
import { payment_texts } from './payment-texts.ts';
import { receipt_texts } from './receipt-texts.ts';

type Fact = readonly [name: string, value: React.ReactNode];

/** The payment itself: amounts, times, and the merchant's data. */
export function PaymentFacts({ detail }: { readonly detail: PaymentDetail }) {
  const { payment, collection } = detail;
  const texts = useTexts(payment_texts);
  const receipts = useTexts(receipt_texts);
  const { path, may } = useFrame();
  const { currency, fee, charged_amount, refunded_amount, description, paid_at, metadata } = payment;
  const amount = (value: number) => <Amount amount={value} currency={currency} />;
  const facts: Fact[] = [[texts.amount, amount(payment.amount)]];
  if (fee !== null && fee > 0) facts.push([texts.fee, amount(fee)]);
  if (charged_amount !== null) facts.push([texts.charged, amount(charged_amount)]);
  if (refunded_amount > 0) facts.push([texts.refunded, amount(refunded_amount)]);
  if (description !== null) facts.push([texts.description, description]);
  facts.push([texts.created, <When key="created" at={payment.created_at} precise />]);
  if (paid_at !== null) facts.push([texts.paid, <When key="paid" at={paid_at} precise />]);
  if (paid_at !== null) {
    facts.push([
      receipts.receipt,
      <a key="receipt" href={`/r/${payment.reference}`} target="_blank" rel="noreferrer">
        {receipts.open}
      </a>,
    ]);
  }
  if (collection !== null) {
    facts.push([
      receipts.collected,
      <span key="collected">
        <When at={collection.collected_at} precise /> {receipts.collected_by(collection.collected_by)}
      </span>,
    ]);
  }
  facts.push(...useOrigin(detail));
  facts.push([texts.id, <CopyText key="id" text={payment.id} label={texts.id} />]);
  return (
    <section className="card">
      <h2>{texts.overview}</h2>
      <Facts facts={facts} />
      {metadata !== null && Object.keys(metadata).length > 0 && (
        <div className="call">
          <pre>{JSON.stringify(metadata, null, 2)}</pre>
        </div>
      )}
      {may('developers:read') && (
        <p>
          <Link
            to="/$merchant_id/$mode/developers/requests"
            params={path}
            search={{ path: `/api/v1/payments/${payment.id}` }}
          >
            {texts.api_requests}
          </Link>
        </p>
      )}
    </section>
  );
}

/** The payment link or the shift from which the payment comes, for those who may see them. */
function useOrigin({ payment, shift }: PaymentDetail): readonly Fact[] {
  const texts = useTexts(payment_texts);
  const { path, may } = useFrame();
  const facts: Fact[] = [];
  if (payment.payment_link !== null && may('payment_links:read')) {
    facts.push([
      texts.payment_link,
      <Link
        key="payment_link"
        to="/$merchant_id/$mode/payment-links/$payment_link_id"
        params={{ ...path, payment_link_id: payment.payment_link }}
      >
        {texts.open_payment_link}
      </Link>,
    ]);
  }
  if (shift !== null && may('tills:read')) {
    facts.push([
      texts.taken_at,
      <Link
        key="shift"
        to="/$merchant_id/$mode/counter/shifts/$shift_id"
        params={{ ...path, shift_id: shift.id }}
      >
        {texts.taken_by(shift.cashier, shift.till)}
      </Link>,
    ]);
  }
  return facts;
}

/** The known details of the payer. */
export function PaymentCustomer({ detail: { payment } }: { readonly detail: PaymentDetail }) {
  const texts = useTexts(payment_texts);
  const { language } = useLanguage();
  const { path, may } = useFrame();
  const { id, first_name, last_name, phone, email, country } = payment.customer;
  const name = [first_name, last_name].filter((part) => part !== null).join(' ');
  const country_name = country && new Intl.DisplayNames(language, { type: 'region' }).of(country);
  const facts: Fact[] = [
    [texts.name, name],
    [texts.phone, phone],
    [texts.email, email],
    [texts.country, country_name],
  ];
  const known = facts.filter(([, value]) => value !== null && value !== '');
  return (
    <section className="card">
      <h2>{texts.customer}</h2>
      {known.length === 0 ? <p className="quiet">{texts.no_customer}</p> : <Facts facts={known} />}
      {id !== null && may('customers:read') && (
        <p>
          <Link to="/$merchant_id/$mode/customers/$customer_id" params={{ ...path, customer_id: id }}>
            {texts.open_customer}
          </Link>
        </p>
      )}
    </section>
  );
}
