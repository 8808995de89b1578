import { useTexts } from '../../language/use-language.tsx';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { payout_page_texts } from './page-texts.ts';
import type { Payout } from './verbs.ts';

/** What counts and needs a look stands out. */
export const state_tones = {
  waiting: 'warn',
  pending: 'accent',
  processing: 'accent',
  stuck: 'bad',
  success: 'good',
  failed: 'bad',
  reversed: 'bad',
} as const satisfies Record<Payout['state'], Tone>;

/** Where a payout stands. */
export function StateBadge({ state }: Pick<Payout, 'state'>) {
  const { states } = useTexts(payout_page_texts);
  return <Badge tone={state_tones[state]}>{states[state]}</Badge>;
}
