import { Button } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Badge } from '../../parts/badge.tsx';
import { counter_page_texts } from './page-texts.ts';

/** The kinds of things that a dialog can add. */
export type Adding = 'till' | 'cashier';

interface FirstStepsProps {
  readonly has_cashiers: boolean;
  readonly onAdd: (adding: Adding) => void;
}

/** The three steps to the first payment at a counter. */
export function FirstSteps({ has_cashiers, onAdd }: FirstStepsProps) {
  const texts = useTexts(counter_page_texts);
  const { may } = useFrame();
  return (
    <section className="card first-steps">
      <h2>
        <IconDeviceMobile size={24} aria-hidden /> {texts.steps}
      </h2>
      <p className="quiet">{may('tills:write') ? texts.steps_about : texts.ask_owner}</p>
      <ol>
        <li>
          <h3>{texts.step_till}</h3>
          <p className="quiet">{texts.step_till_about}</p>
          {may('tills:write') && <Button onClick={() => onAdd('till')}>{texts.add_till}</Button>}
        </li>
        <li>
          <h3>{texts.step_cashier}</h3>
          <p className="quiet">{texts.step_cashier_about}</p>
          {has_cashiers ? (
            <Badge tone="good">{texts.step_done}</Badge>
          ) : (
            may('tills:write') && (
              <Button variant="default" onClick={() => onAdd('cashier')}>
                {texts.add_cashier}
              </Button>
            )
          )}
        </li>
        <li>
          <h3>{texts.step_phone(`${window.location.host}/caisse`)}</h3>
          <p className="quiet">{texts.step_phone_about}</p>
        </li>
      </ol>
    </section>
  );
}
