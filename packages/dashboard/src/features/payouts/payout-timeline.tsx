import { useTexts } from '../../language/use-language.tsx';
import type { Tone } from '../../parts/badge.tsx';
import { type Moment, Timeline } from '../../parts/timeline.tsx';
import { payout_page_texts } from './page-texts.ts';
import type { PayoutDetail } from './verbs.ts';

/** From the reservation to the end, people's decisions among it. */
export function PayoutTimeline({ detail }: { readonly detail: PayoutDetail }) {
  const texts = useTexts(payout_page_texts);
  const { payout, transitions } = detail;
  const { order } = payout;
  const moments: Moment[] = [
    { key: 'created', at: payout.created_at, tone: 'quiet', what: texts.events.created },
  ];
  if (order?.approval === 'approved' && order.decided_at !== null && order.decided_by !== null) {
    const what = texts.events.approved(order.decided_by);
    moments.push({ key: 'approved', at: order.decided_at, tone: 'good', what });
  }
  for (const { sequence, event, via, created_at: at } of transitions) {
    moments.push({ key: String(sequence), at, tone: toneOf(event), what: wordsOf(event, via) });
  }
  return (
    <section className="card">
      <h2>{texts.timeline}</h2>
      <Timeline moments={moments} />
    </section>
  );

  function wordsOf(event: string, via: string): string {
    if (event === 'refused' && via === 'staff') return texts.events.refused_by(order?.decided_by ?? '');
    return event === 'sending' || event === 'settled' || event === 'refused' ? texts.events[event] : event;
  }
}

function toneOf(event: string): Tone {
  return event === 'settled' ? 'good' : event === 'refused' ? 'bad' : 'quiet';
}
