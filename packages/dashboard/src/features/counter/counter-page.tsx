import { useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { AddCashierDialog } from './add-cashier-dialog.tsx';
import { AddTillDialog } from './add-till-dialog.tsx';
import { CashierSection } from './cashier-section.tsx';
import { type Adding, FirstSteps } from './first-steps.tsx';
import { counter_page_texts } from './page-texts.ts';
import { ShiftSection } from './shift-section.tsx';
import { counter_texts } from './texts.ts';
import { TillSection } from './till-section.tsx';
import { useCashiers, useTills } from './verbs.ts';
import './counter.css';

/** The counter: its tills, its cashiers and their shifts. Without a till, the first steps. */
export function CounterPage() {
  const { title } = useTexts(counter_texts);
  const texts = useTexts(counter_page_texts);
  const tills = useTills();
  const cashiers = useCashiers();
  // Here rather than in a section: the first till replaces the section that the dialog was opened from.
  const [adds, setAdds] = useState<Adding | null>(null);
  const close = (): void => setAdds(null);
  const has_cashiers = cashiers.data !== undefined && cashiers.data.items.length > 0;
  return (
    <>
      <PageHead title={title} about={texts.about} />
      <QueryView query={tills}>
        {({ items }) =>
          items.length === 0 ? (
            <FirstSteps has_cashiers={has_cashiers} onAdd={setAdds} />
          ) : (
            <TillSection tills={items} has_cashiers={has_cashiers} onAdd={() => setAdds('till')} />
          )
        }
      </QueryView>
      {tills.data !== undefined && (
        <>
          <QueryView query={cashiers} lines={2}>
            {({ items }) =>
              // As long as there is neither, the first steps say all.
              (items.length > 0 || tills.data.items.length > 0) && (
                <CashierSection cashiers={items} onAdd={() => setAdds('cashier')} />
              )
            }
          </QueryView>
          <ShiftSection is_hidden_when_empty={tills.data.items.length === 0} />
        </>
      )}
      {adds === 'till' && <AddTillDialog has_cashiers={has_cashiers} onClose={close} />}
      {adds === 'cashier' && <AddCashierDialog onClose={close} />}
    </>
  );
}
