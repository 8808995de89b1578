import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useTexts } from '../../language/use-language.tsx';
import { overview_page_texts } from './page-texts.ts';
import { useSteps } from './read.ts';

/** What a new merchant does first, ticked by what is there; gone when all is done. */
export function StepList() {
  const texts = useTexts(overview_page_texts);
  const { data: steps } = useSteps();
  if (!steps || steps.items.every(({ done }) => done)) return null;
  const done = steps.items.filter((item) => item.done).length;
  return (
    <section className="card overview-steps">
      <h2>
        {texts.steps} <small className="quiet">{texts.steps_about(done, steps.items.length)}</small>
      </h2>
      <ol>
        {steps.items.map((item) => (
          <li key={item.step} data-done={item.done || undefined}>
            {item.done ? <IconCircleCheck size={20} aria-hidden /> : <IconCircle size={20} aria-hidden />}
            <span>{texts.step[item.step]}</span>
            <span className="hidden">{item.done ? texts.done : texts.open}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
