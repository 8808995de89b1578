import { IconCircle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { go_live_page_texts } from './page-texts.ts';

export type StepState = 'done' | 'now' | 'later';

const icons = { done: IconCircleCheck, now: IconCircle, later: IconCircleDashed } as const;

interface StepProps {
  readonly title: string;
  readonly state: StepState;
  /** Whether it is open at first; usually while it is to be done. */
  readonly is_open?: boolean;
  readonly children: ReactNode;
}

/** A step on the way: open while it is to be done, and folded before and after. */
export function Step({ title, state, is_open = state === 'now', children }: StepProps) {
  const texts = useTexts(go_live_page_texts);
  const Icon = icons[state];
  return (
    <li className="card" data-state={state}>
      {/* React folds or opens the step when its state changes, and leaves it to the reader otherwise. */}
      <details open={is_open}>
        <summary>
          <Icon size={22} aria-hidden />
          <h2>{title}</h2>
          <span className="quiet">{texts[state]}</span>
        </summary>
        <div className="go-live-step">{children}</div>
      </details>
    </li>
  );
}
