import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { Amount } from '../../parts/amount.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Facts } from '../../parts/facts.tsx';
import { When } from '../../parts/when.tsx';
import { OperatorCalls } from './operator-calls.tsx';
import type { PaymentDetail, Try } from './payment.ts';
import { payment_texts } from './payment-texts.ts';
import { status_texts, toneOf } from './status-texts.ts';

/** The attempts to pay: operator, outcome and operator requests. */
export function PaymentTries({ detail }: { readonly detail: PaymentDetail }) {
  const texts = useTexts(payment_texts);
  const { attempts, payment } = detail;
  return (
    <section className="card">
      <h2>{texts.tries}</h2>
      {attempts.length === 0 && <p className="quiet">{texts.no_tries}</p>}
      {attempts.map((attempt) => (
        <OneTry key={attempt.id} attempt={attempt} currency={payment.currency} />
      ))}
    </section>
  );
}

/** Lists the amount received and its accepted part, if the money is not as requested. */
function receivedFacts(
  texts: (typeof payment_texts)['en'],
  { received, kept_amount }: Try,
): (readonly [string, React.ReactNode])[] {
  if (received === null) return [];
  const { amount, currency } = received;
  const facts: (readonly [string, React.ReactNode])[] = [
    [texts.received, <Amount key="received" amount={amount} currency={currency} />],
  ];
  if (kept_amount !== null) {
    facts.push([texts.accepted, <Amount key="accepted" amount={kept_amount} currency={currency} />]);
  }
  return facts;
}

function OneTry({ attempt, currency }: { readonly attempt: Try; readonly currency: string }) {
  const texts = useTexts(payment_texts);
  const statuses = useTexts(status_texts);
  const { language } = useLanguage();
  const { number, status, operator, failure, provider_reference, receipt, account_id } = attempt;
  const facts: (readonly [string, React.ReactNode])[] = [
    [texts.operator, `${operator.name} (${operator.country})`],
    [texts.phone, attempt.phone],
    [texts.charged, <Amount key="charged" amount={attempt.charged_amount} currency={currency} />],
    ...receivedFacts(texts, attempt),
  ];
  if (failure) {
    const code = failure.operator_code === null ? '' : ` ${texts.operator_code(failure.operator_code)}`;
    facts.push([texts.reason, `${failure[language]}${code}`]);
  }
  facts.push([
    texts.account,
    <span key="account" className="mono">
      {account_id ?? attempt.connector}
    </span>,
  ]);
  facts.push([
    texts.reference,
    <span key="reference" className="mono">
      {attempt.reference}
    </span>,
  ]);
  if (provider_reference !== null) {
    facts.push([
      texts.provider_reference,
      <span key="theirs" className="mono">
        {provider_reference}
      </span>,
    ]);
  }
  if (receipt !== null)
    facts.push([
      texts.receipt,
      <span key="receipt" className="mono">
        {receipt}
      </span>,
    ]);
  return (
    <article className="try">
      <h3>
        {texts.try_of(number)} <Badge tone={toneOf(status)}>{statuses.attempt[status]}</Badge>{' '}
        {attempt.duplicate && <Badge tone="warn">{statuses.duplicate}</Badge>}{' '}
        <span className="what-detail">
          <When at={attempt.created_at} />
        </span>
      </h3>
      <Facts facts={facts} />
      <OperatorCalls calls={attempt.calls} />
    </article>
  );
}
