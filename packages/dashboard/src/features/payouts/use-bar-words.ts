import { useProblemWords } from '../../parts/use-problem-words.ts';
import type { PayoutDetail } from './verbs.ts';

type Bar = NonNullable<PayoutDetail['bar']>;

/** Explains why somebody may not approve, with the time from which they may, if there is one. */
export function useBarWords(): (bar: Bar) => string {
  const say = useProblemWords();
  return ({ reason, until }) => {
    if (reason === 'own') return say({ code: 'wanted_by_you', values: {}, sentence: '' });
    if (reason === 'not_confirmed') return say({ code: 'not_confirmed', values: {}, sentence: '' });
    return until === null
      ? say({ code: 'not_two_people_yet', values: {}, sentence: '' })
      : say({ code: 'not_two_people', values: { until }, sentence: '' });
  };
}

interface WaitingTexts {
  readonly waiting_other: (author: string) => string;
  readonly waiting_own: string;
  readonly waiting_viewer: string;
}

/** Explains whose approval is awaited, depending on whether the reader may give it. */
export function useWaitingWords(
  texts: WaitingTexts,
  { may, bar, author }: Pick<PayoutDetail, 'may' | 'bar'> & { readonly author: string },
): string {
  const barWords = useBarWords();
  if (may.approve) return texts.waiting_other(author);
  if (bar === null) return texts.waiting_viewer;
  return bar.reason === 'own' ? texts.waiting_own : barWords(bar);
}
