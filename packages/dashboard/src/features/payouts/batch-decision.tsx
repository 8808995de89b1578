import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Note } from '../../parts/note.tsx';
import { bulk_page_texts } from './bulk-page-texts.ts';
import { type PayoutBatchDetail, useBatchVerbs } from './bulk-verbs.ts';
import { DecisionButtons } from './decision-buttons.tsx';
import { useWaitingWords } from './use-bar-words.ts';

/** Shows who can approve the payouts of a file, and lets those people decide about all of its payouts together. */
export function BatchDecision({ detail: { batch, may, bar } }: { readonly detail: PayoutBatchDetail }) {
  const texts = useTexts(bulk_page_texts);
  const { decide } = useBatchVerbs();
  const about = useWaitingWords(texts, { may, bar, author: batch.ended_by ?? '' });
  const [asked, setAsked] = useState<'approve' | 'refuse' | null>(null);
  const [note, setNote] = useState('');
  const waiting = batch.states.find(({ state }) => state === 'waiting')?.payouts ?? 0;
  if (waiting === 0 && asked === null) return null;
  const refuse_words = bar?.reason === 'own' ? texts.take_back : texts.refuse;
  const action = asked === 'approve' ? texts.approve : refuse_words;
  return (
    <Note tone="warn" title={texts.waiting_title(texts.payouts(waiting))}>
      <p>{about}</p>
      <div className="bulk-actions">
        <DecisionButtons may={may} approve={texts.approve} refuse={refuse_words} onAsk={setAsked} />
      </div>
      <ConfirmDialog
        is_open={asked !== null}
        title={`${action}: ${texts.payouts(waiting)}`}
        action={action}
        is_dangerous={asked === 'refuse'}
        words={{ conflict: texts.changed }}
        onConfirm={async () =>
          asked && decide(batch.id, { decision: asked, ...(note.trim() !== '' && { note: note.trim() }) })
        }
        onClose={() => setAsked(null)}
      >
        <p>{asked === 'approve' ? texts.approve_about : texts.refuse_about}</p>
        <TextInput
          label={texts.note_label}
          value={note}
          maxLength={500}
          onChange={(event) => setNote(event.target.value)}
        />
      </ConfirmDialog>
    </Note>
  );
}
