import { useState } from 'react';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { AddButton } from '../../parts/add-button.tsx';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { When } from '../../parts/when.tsx';
import { ActionMenu } from './action-menu.tsx';
import { CashierDialogs, type ChosenCashier } from './cashier-dialogs.tsx';
import { counter_page_texts } from './page-texts.ts';
import type { Cashier } from './verbs.ts';

interface CashierSectionProps {
  readonly cashiers: readonly Cashier[];
  readonly onAdd: () => void;
}

/** The cashiers, with the actions for them. */
export function CashierSection({ cashiers, onAdd }: CashierSectionProps) {
  const texts = useTexts(counter_page_texts);
  const { may } = useFrame();
  const [chosen, setChosen] = useState<ChosenCashier | null>(null);
  return (
    <section className="counter-section">
      <div className="card-head">
        <h2>{texts.cashiers}</h2>
        {may('tills:write') && <AddButton label={texts.add_cashier} onClick={onAdd} />}
      </div>
      <p className="quiet">{cashiers.length === 0 ? texts.no_cashiers : texts.cashiers_about}</p>
      {cashiers.length > 0 && <CashierTable cashiers={cashiers} choose={setChosen} />}
      {chosen && <CashierDialogs key={chosen.cashier.id} chosen={chosen} onClose={() => setChosen(null)} />}
    </section>
  );
}

interface CashierTableProps {
  readonly cashiers: readonly Cashier[];
  readonly choose: (chosen: ChosenCashier) => void;
}

function CashierTable({ cashiers, choose }: CashierTableProps) {
  const texts = useTexts(counter_page_texts);
  const columns: readonly Column<Cashier>[] = [
    {
      key: 'name',
      title: texts.name,
      is_main: true,
      show: ({ name }) => (
        <strong>
          <bdi>{name}</bdi>
        </strong>
      ),
    },
    {
      key: 'status',
      title: texts.status,
      show: ({ locked }) => (
        <Badge tone={locked ? 'bad' : 'good'}>{locked ? texts.locked : texts.active}</Badge>
      ),
    },
    { key: 'added', title: texts.added, show: ({ created_at }) => <When at={created_at} /> },
    {
      key: 'actions',
      title: texts.actions,
      is_hidden: true,
      align: 'end',
      show: (cashier) => (
        <ActionMenu
          label={texts.actions_for(cashier.name)}
          actions={[
            [texts.new_pin, () => choose({ cashier, verb: 'new_pin' })],
            [texts.remove, () => choose({ cashier, verb: 'remove' })],
          ]}
        />
      ),
    },
  ];
  return <DataTable caption={texts.cashiers} columns={columns} rows={cashiers} keyOf={({ id }) => id} />;
}
