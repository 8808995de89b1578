import { useState } from 'react';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { AddButton } from '../../parts/add-button.tsx';
import { counter_page_texts } from './page-texts.ts';
import { type ChosenTill, TillDialogs } from './till-dialogs.tsx';
import { TillTable } from './till-table.tsx';
import type { Till } from './verbs.ts';

interface TillSectionProps {
  readonly tills: readonly Till[];
  readonly has_cashiers: boolean;
  readonly onAdd: () => void;
}

/** The tills, with the actions for them. */
export function TillSection({ tills, has_cashiers, onAdd }: TillSectionProps) {
  const texts = useTexts(counter_page_texts);
  const { may } = useFrame();
  const [chosen, setChosen] = useState<ChosenTill | null>(null);
  return (
    <section className="counter-section">
      <div className="card-head">
        <h2>{texts.tills}</h2>
        {may('tills:write') && <AddButton label={texts.add_till} onClick={onAdd} />}
      </div>
      <TillTable tills={tills} choose={setChosen} />
      {chosen && (
        <TillDialogs
          key={chosen.till.id}
          chosen={chosen}
          has_cashiers={has_cashiers}
          onClose={() => setChosen(null)}
        />
      )}
    </section>
  );
}
