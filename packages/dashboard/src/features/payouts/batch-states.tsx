import { Link } from '@tanstack/react-router';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { bulk_page_texts } from './bulk-page-texts.ts';
import type { PayoutBatch } from './bulk-verbs.ts';
import { payout_page_texts } from './page-texts.ts';
import { state_tones } from './state-badge.tsx';

const tones = {
  refused: 'bad',
  checked: 'warn',
  confirmed: 'good',
  discarded: 'quiet',
} as const satisfies Record<PayoutBatch['status'], Tone>;

const order = ['stuck', 'failed', 'reversed', 'waiting', 'pending', 'processing', 'success'] as const;

/** The status of a file. */
export function BatchStatus({ batch: { status } }: { readonly batch: PayoutBatch }) {
  const { statuses } = useTexts(bulk_page_texts);
  return <Badge tone={tones[status]}>{statuses[status]}</Badge>;
}

/** The number of a file's payouts in each state, those that need attention first; each links to its payouts. */
export function BatchStates({ batch: { id, states } }: { readonly batch: PayoutBatch }) {
  const texts = useTexts(payout_page_texts);
  const { path } = useFrame();
  const sorted = states.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
  return (
    <ul className="bulk-states">
      {sorted.map(({ state, payouts }) => (
        <li key={state}>
          <Link to="/$merchant_id/$mode/payouts" params={path} search={{ batch: id, state }}>
            <Badge tone={state_tones[state]}>
              {texts.states[state]}: {payouts}
            </Badge>
          </Link>
        </li>
      ))}
    </ul>
  );
}
