import type { ReactNode } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import type { Tone } from '../../parts/badge.tsx';
import { PersonEmail } from '../../parts/person.tsx';
import { inOrder, type PlacedMoment, Timeline } from '../../parts/timeline.tsx';
import type { Verdict } from '../payments/resolve-dialog.tsx';
import { payout_page_texts } from './page-texts.ts';
import { stuck_texts } from './stuck-texts.ts';
import type { PayoutDetail } from './verbs.ts';

/** The history of a payout, from the reservation to the outcome, including people's decisions. */
export function PayoutTimeline({ detail }: { readonly detail: PayoutDetail }) {
  const texts = useTexts(payout_page_texts);
  const stuck = useTexts(stuck_texts);
  const { payout, emails, transitions, resolutions } = detail;
  const { order } = payout;
  const moments: PlacedMoment[] = [
    { key: 'created', position: -2, at: payout.created_at, tone: 'quiet', what: texts.events.created },
  ];
  if (order?.approval === 'approved' && order.decided_at !== null && order.decided_by !== null) {
    const what = byDecider(texts.events.approved(order.decided_by));
    moments.push({ key: 'approved', position: -1, at: order.decided_at, tone: 'good', what });
  }
  for (const { position, event, via, created_at: at } of transitions) {
    moments.push({ key: String(position), position, at, tone: toneOf(event), what: wordsOf(event, via) });
  }
  for (const { position, verdict, note, proof, user_name, user_email, created_at: at } of resolutions) {
    // The verdicts about held money do not apply to payouts.
    const what = (
      <>
        {stuck.said(user_name, stuck.verdicts[verdict as Verdict])}
        <PersonEmail email={user_email} />
        <div className="quiet">{note}</div>
        {proof !== null && <div className="quiet">{stuck.proof(proof)}</div>}
      </>
    );
    moments.push({ key: String(position), position, at, tone: 'accent', what });
  }
  return (
    <section className="card">
      <h2>{texts.timeline}</h2>
      <Timeline moments={inOrder(moments)} />
    </section>
  );

  function byDecider(words: string): ReactNode {
    return (
      <>
        {words}
        <PersonEmail email={emails.decided_by} />
      </>
    );
  }

  function wordsOf(event: string, via: string): ReactNode {
    const isEnd = event === 'settled' || event === 'refused' || event === 'reversed';
    if (via === 'person' && isEnd) return stuck.person[event];
    if (event === 'refused' && via === 'staff') {
      return byDecider(texts.events.refused_by(order?.decided_by ?? ''));
    }
    return event === 'sending' || event === 'reopened' || isEnd ? texts.events[event] : event;
  }
}

function toneOf(event: string): Tone {
  return event === 'settled' ? 'good' : event === 'refused' || event === 'reversed' ? 'bad' : 'quiet';
}
