import { useTexts } from '../../language/use-language.tsx';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { payout_page_texts } from './page-texts.ts';
import type { Payout } from './verbs.ts';

/** The tones of the states: those that need attention stand out. */
export const state_tones = {
  waiting: 'warn',
  pending: 'accent',
  processing: 'accent',
  stuck: 'bad',
  success: 'good',
  failed: 'bad',
  reversed: 'bad',
} as const satisfies Record<Payout['state'], Tone>;

/** The state of a payout. */
export function StateBadge({ state }: Pick<Payout, 'state'>) {
  const { states } = useTexts(payout_page_texts);
  return <Badge tone={state_tones[state]}>{states[state]}</Badge>;
}
