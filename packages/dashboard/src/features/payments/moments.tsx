import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { PersonEmail } from '../../parts/person.tsx';
import { inOrder, type PlacedMoment, Timeline } from '../../parts/timeline.tsx';
import { wordOf } from '../../parts/word-of.ts';
import type { PaymentDetail } from './payment.ts';
import { payment_texts } from './payment-texts.ts';
import { toneOf } from './status-texts.ts';

/** Everything that happened to a payment, its attempts and its refunds, in order. */
export function PaymentTimeline({ detail }: { readonly detail: PaymentDetail }) {
  const texts = useTexts(payment_texts);
  const { language } = useLanguage();
  const { payment, changes, attempts, refunds, resolutions } = detail;
  const own: PlacedMoment[] = changes.map(({ event, to, at, position }) => ({
    key: String(position),
    position,
    at,
    tone: toneOf(to),
    what: <strong>{wordOf(texts.events, event)}</strong>,
  }));
  const moments: PlacedMoment[] = [
    { key: 'created', position: -1, at: payment.created_at, tone: 'quiet', what: texts.created_event },
    ...attempts.flatMap(({ number, operator, failure, changes: tried }) =>
      tried.map(({ event, to, via, at, position }) => ({
        key: String(position),
        position,
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
    ...refunds.flatMap(({ failure, changes: sent }) =>
      sent.map(({ event, to, via, at, position }) => ({
        key: String(position),
        position,
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
    ...resolutions.map(
      ({ position, verdict, note, proof, user_name, user_email, approved_by, created_at }) => ({
        key: String(position),
        position,
        at: created_at,
        tone: 'accent' as const,
        what: (
          <>
            {texts.said(user_name, texts.verdicts[verdict])}
            <PersonEmail email={user_email} />
            {approved_by !== null && <div className="what-detail">{texts.approved_by(approved_by)}</div>}
            <div className="what-detail">{note}</div>
            {proof !== null && <div className="what-detail">{texts.proof_said(proof)}</div>}
          </>
        ),
      }),
    ),
  ];
  return <Timeline moments={inOrder(moments)} />;
}
