import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Scope } from '../../app/me.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { TryButton } from '../trial/try-button.tsx';
import { overview_page_texts } from './page-texts.ts';
import { type Steps, useSteps } from './read.ts';

type Step = Steps['items'][number]['step'];

/** The page for each step, the scope that it needs, and its mode; without a mode, the current one. */
const places = {
  test_payment: { to: 'trial', scope: 'payment_links:write', mode: 'test' },
  api_key: { to: 'developers/keys', scope: 'developers:write' },
  webhook: { to: 'developers/webhooks', scope: 'developers:write' },
  branding: { to: 'settings/brand', scope: 'settings:write' },
  colleague: { to: 'team', scope: 'team:write' },
  account: { to: 'go-live', scope: 'settings:write', mode: 'live' },
  live_payment: { to: 'go-live', scope: 'settings:read', mode: 'live' },
} as const satisfies Readonly<
  Record<Step, { readonly to: string; readonly scope: Scope; readonly mode?: 'test' | 'live' }>
>;

/** The first steps of a new merchant, ticked as they are done; hidden when all are. */
export function StepList() {
  const texts = useTexts(overview_page_texts);
  const { data: steps } = useSteps();
  if (!steps || steps.items.every(({ done }) => done)) return null;
  const done = steps.items.filter((item) => item.done).length;
  return (
    <section className="card overview-steps">
      <div className="overview-steps-head">
        <h2>
          {texts.steps} <small className="quiet">{texts.steps_about(done, steps.items.length)}</small>
        </h2>
        <TryButton />
      </div>
      <ol>
        {steps.items.map((item) => (
          <li key={item.step} data-done={item.done || undefined}>
            {item.done ? <IconCircleCheck size={20} aria-hidden /> : <IconCircle size={20} aria-hidden />}
            <span>
              <StepName {...item} />
              <span className="hidden"> ({item.done ? texts.done : texts.open})</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The name of a step, linked to its page until the step is done. */
function StepName({ step, done }: Steps['items'][number]) {
  const texts = useTexts(overview_page_texts);
  const { path, mode: current, may } = useFrame();
  const place = places[step];
  if (done || !may(place.scope)) return texts.step[step];
  const mode = 'mode' in place ? place.mode : current;
  return (
    <Link to={`/$merchant_id/$mode/${place.to}`} params={{ ...path, mode }}>
      {texts.step[step]}
    </Link>
  );
}
