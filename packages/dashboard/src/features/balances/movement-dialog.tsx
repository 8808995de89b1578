import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { Amount } from '../../parts/amount.tsx';
import { book_texts } from '../../parts/book-texts.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { wordOf } from '../../parts/word-of.ts';
import { movement_texts } from './movement-texts.ts';
import { type Movement, useMovementVerbs } from './movement-verbs.ts';

export type MovementVerb = 'approve' | 'refuse' | 'correct';

interface MovementDialogProps {
  readonly movement: Movement;
  readonly verb: MovementVerb;
  readonly onClose: () => void;
}

/** Asks for confirmation before a movement is approved, refused or corrected. */
export function MovementDialog({ movement, verb, onClose }: MovementDialogProps) {
  const texts = useTexts(movement_texts);
  const books = useTexts(book_texts);
  const { decide, correct } = useMovementVerbs();
  const [note, setNote] = useState('');
  const about = { approve: texts.approve_about, refuse: texts.refuse_about, correct: texts.correct_about };
  return (
    <ConfirmDialog
      is_open
      title={wordOf(books.kinds, movement.kind)}
      action={texts[verb]}
      is_dangerous={verb === 'correct'}
      onConfirm={async () => (verb === 'correct' ? correct(movement.id, note) : decide(movement.id, verb))}
      onClose={onClose}
      fields={['note']}
    >
      {(wordsAt) => (
        <>
          <p>
            <Amount amount={movement.amount} currency={movement.currency} /> · {movement.reference}
          </p>
          <p>{about[verb]}</p>
          {verb === 'correct' && (
            <TextInput
              label={texts.reason}
              maxLength={500}
              value={note}
              onChange={(event) => setNote(event.target.value)}
              error={wordsAt('note')}
            />
          )}
        </>
      )}
    </ConfirmDialog>
  );
}
