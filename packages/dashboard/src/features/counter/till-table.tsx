import { Link } from '@tanstack/react-router';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Badge } from '../../parts/badge.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { ActionMenu } from './action-menu.tsx';
import { counter_page_texts } from './page-texts.ts';
import { useSince } from './since.ts';
import type { ChosenTill } from './till-dialogs.tsx';
import type { Till } from './verbs.ts';

interface TillTableProps {
  readonly tills: readonly Till[];
  readonly choose: (chosen: ChosenTill) => void;
}

/** Tills, each with its phone and the cashier who is at work. */
export function TillTable({ tills, choose }: TillTableProps) {
  const texts = useTexts(counter_page_texts);
  const columns: readonly Column<Till>[] = [
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
    { key: 'status', title: texts.status, show: (till) => <TillStatus till={till} /> },
    { key: 'currency', title: texts.currency, show: ({ currency }) => currency },
    { key: 'shift', title: texts.at_work, show: (till) => <AtWork till={till} /> },
    {
      key: 'actions',
      title: texts.actions,
      is_hidden: true,
      align: 'end',
      show: (till) => (
        <ActionMenu
          label={texts.actions_for(till.name)}
          actions={[
            [texts.new_code, () => choose({ till, verb: 'pair' })],
            ...(till.status === 'paired'
              ? [[texts.disconnect, () => choose({ till, verb: 'disconnect' })] as const]
              : []),
            [texts.remove, () => choose({ till, verb: 'remove' })],
          ]}
        />
      ),
    },
  ];
  return <DataTable caption={texts.tills} columns={columns} rows={tills} keyOf={({ id }) => id} />;
}

function TillStatus({ till: { status, paired_at } }: { readonly till: Till }) {
  const texts = useTexts(counter_page_texts);
  const since = useSince();
  if (status === 'unpaired') return <Badge tone="quiet">{texts.unpaired}</Badge>;
  return (
    <span className="till-status">
      <Badge tone="good">{texts.paired}</Badge>
      {paired_at !== null && <small>{texts.since(since(paired_at))}</small>}
    </span>
  );
}

function AtWork({ till: { shift } }: { readonly till: Till }) {
  const texts = useTexts(counter_page_texts);
  const since = useSince();
  const { path } = useFrame();
  if (shift === null) return <span className="quiet">{texts.nobody}</span>;
  return (
    <Link to="/$merchant_id/$mode/counter/shifts/$shift_id" params={{ ...path, shift_id: shift.id }}>
      {texts.cashier_since(shift.cashier, since(shift.opened_at))}
    </Link>
  );
}
