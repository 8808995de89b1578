import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { amountColumn } from '../../parts/amount-column.tsx';
import { Badge } from '../../parts/badge.tsx';
import { book_texts } from '../../parts/book-texts.ts';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Pager } from '../../parts/pager.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { When } from '../../parts/when.tsx';
import { wordOf } from '../../parts/word-of.ts';
import { MovementDialog, type MovementVerb } from './movement-dialog.tsx';
import { RecordButton } from './movement-form.tsx';
import { movement_texts } from './movement-texts.ts';
import { type Movement, useHolders, useMovements } from './movement-verbs.ts';

const tones = { waiting: 'warn', booked: 'good', refused: 'quiet' } as const;

/**
 * The movements that people recorded in the books, with the actions for them.
 *
 * @param currency selected when the form opens
 */
export function Movements({ currency }: { readonly currency: string }) {
  const texts = useTexts(movement_texts);
  const { may } = useFrame();
  const [cursor, setCursor] = useState<string>();
  const movements = useMovements(cursor);
  return (
    <section className="movements">
      <div className="statement-head">
        <div>
          <h2>{texts.title}</h2>
          <p className="quiet">{texts.about}</p>
        </div>
        {may('ledger:record') && <RecordButton currency={currency} />}
      </div>
      <QueryView query={movements}>
        {({ items, next_cursor }) => (
          <>
            {items.length === 0 ? (
              <p className="quiet">{texts.empty}</p>
            ) : (
              <MovementTable movements={items} />
            )}
            <Pager cursor={cursor} next_cursor={next_cursor} go={setCursor} />
          </>
        )}
      </QueryView>
    </section>
  );
}

function MovementTable({ movements }: { readonly movements: readonly Movement[] }) {
  const texts = useTexts(movement_texts);
  const [asked, setAsked] = useState<{ movement: Movement; verb: MovementVerb } | null>(null);
  const columns: readonly Column<Movement>[] = [
    { key: 'kind', title: texts.kind, is_main: true, show: (movement) => <What movement={movement} /> },
    amountColumn(texts.amount),
    { key: 'state', title: texts.state, show: (movement) => <State movement={movement} /> },
    { key: 'by', title: texts.by, show: (movement) => <Authors movement={movement} /> },
    { key: 'when', title: texts.when, show: ({ created_at }) => <When at={created_at} /> },
    {
      key: 'actions',
      title: texts.actions,
      is_hidden: true,
      align: 'end',
      show: (movement) => (
        <Group gap="xs" justify="flex-end">
          {(['approve', 'refuse', 'correct'] as const)
            .filter((verb) => movement.may[verb])
            .map((verb) => (
              <Button
                key={verb}
                size="xs"
                variant={verb === 'approve' ? 'filled' : 'default'}
                onClick={() => setAsked({ movement, verb })}
              >
                {texts[verb]}
              </Button>
            ))}
        </Group>
      ),
    },
  ];
  return (
    <>
      <DataTable caption={texts.title} columns={columns} rows={movements} keyOf={({ id }) => id} />
      {asked && <MovementDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function What({ movement }: { readonly movement: Movement }) {
  const texts = useTexts(movement_texts);
  const books = useTexts(book_texts);
  const holders = useHolders();
  const { kind, account, reference, note, corrects } = movement;
  const holder = holders?.find(({ id }) => id === account);
  const held_by =
    account === null ? null : (holder?.name ?? (account === 'sandbox' ? texts.sandbox : account));
  return (
    <div className="movement-what">
      <span>{wordOf(books.kinds, kind)}</span>
      <small className="quiet">
        {[held_by, corrects === null ? reference : null, note].filter((part) => part !== null).join(' · ')}
      </small>
    </div>
  );
}

function State({ movement: { state, corrected_by } }: { readonly movement: Movement }) {
  const texts = useTexts(movement_texts);
  if (state === 'booked' && corrected_by !== null) return <Badge tone="quiet">{texts.corrected}</Badge>;
  return <Badge tone={tones[state]}>{texts.states[state]}</Badge>;
}

function Authors({ movement: { made_by, decided_by, state } }: { readonly movement: Movement }) {
  const texts = useTexts(movement_texts);
  return (
    <div className="movement-what">
      <span>{made_by}</span>
      {decided_by !== null && (
        <small className="quiet">
          {state === 'refused' ? texts.refused_by(decided_by) : texts.approved_by(decided_by)}
        </small>
      )}
    </div>
  );
}
