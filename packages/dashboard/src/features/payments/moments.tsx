import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { PersonEmail } from '../../parts/person.tsx';
import { type Moment, Timeline } from '../../parts/timeline.tsx';
import { wordOf } from '../../parts/word-of.ts';
import type { PaymentDetail } from './payment.ts';
import { payment_texts } from './payment-texts.ts';
import { toneOf } from './status-texts.ts';

/** Everything that happened to a payment, its tries and its refunds, in the order in which it happened. */
export function PaymentTimeline({ detail }: { readonly detail: PaymentDetail }) {
  const texts = useTexts(payment_texts);
  const { language } = useLanguage();
  const { payment, changes, attempts, refunds, resolutions } = detail;
  const own: Moment[] = changes.map(({ event, to, at }) => ({
    key: `payment ${at} ${event}`,
    at,
    tone: toneOf(to),
    what: <strong>{wordOf(texts.events, event)}</strong>,
  }));
  const moments: Moment[] = [
    { key: 'created', at: payment.created_at, tone: 'quiet', what: texts.created_event },
    ...attempts.flatMap(({ number, operator, failure, changes: tried }) =>
      tried.map(({ event, to, via, at }) => ({
        key: `try ${number} ${at} ${event}`,
        at,
        tone: toneOf(to),
        what: (
          <>
            {wordOf(texts.try_events, event)}{' '}
            <span className="what-detail">
              (
              {[texts.try_of(number), operator.name, via && wordOf(texts.via, via)]
                .filter(Boolean)
                .join(', ')}
              )
            </span>
            {event === 'refused' && failure && <div className="what-detail">{failure[language]}</div>}
          </>
        ),
      })),
    ),
    ...own,
    ...refunds.flatMap(({ id, failure, changes: sent }) =>
      sent.map(({ event, to, via, at }) => ({
        key: `${id} ${at} ${event}`,
        at,
        tone: toneOf(to),
        what: (
          <>
            {wordOf(texts.refund_events, event)}{' '}
            {via !== null && <span className="what-detail">({wordOf(texts.via, via)})</span>}
            {event === 'refused' && failure && <div className="what-detail">{failure[language]}</div>}
          </>
        ),
      })),
    ),
    ...resolutions.map(({ object_id, verdict, note, proof, user_name, user_email, created_at }) => ({
      key: `resolution ${object_id} ${created_at}`,
      at: created_at,
      tone: 'accent' as const,
      what: (
        <>
          {texts.said(user_name, texts.verdicts[verdict])}
          <PersonEmail email={user_email} />
          <div className="what-detail">{note}</div>
          {proof !== null && <div className="what-detail">{texts.proof_said(proof)}</div>}
        </>
      ),
    })),
  ];
  const order = new Map(moments.map(({ key }, index) => [key, index]));
  const sorted = moments.toSorted(
    (one, other) =>
      Date.parse(one.at) - Date.parse(other.at) || (order.get(one.key) ?? 0) - (order.get(other.key) ?? 0),
  );
  return <Timeline moments={sorted} />;
}
