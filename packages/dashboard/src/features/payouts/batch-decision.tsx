import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Note } from '../../parts/note.tsx';
import { bulk_page_texts } from './bulk-page-texts.ts';
import { type PayoutBatchDetail, useBatchVerbs } from './bulk-verbs.ts';
import { useBarWords } from './use-bar-words.ts';

/** Shows who can approve the payouts of a file, and lets them decide about all of them. */
export function BatchDecision({ detail: { batch, may, bar } }: { readonly detail: PayoutBatchDetail }) {
  const texts = useTexts(bulk_page_texts);
  const { decide } = useBatchVerbs();
  const barWords = useBarWords();
  const [asked, setAsked] = useState<'approve' | 'refuse' | null>(null);
  const [note, setNote] = useState('');
  const waiting = batch.states.find(({ state }) => state === 'waiting')?.payouts ?? 0;
  if (waiting === 0 && asked === null) return null;
  const who = batch.ended_by ?? '';
  const refuse_words = bar?.reason === 'own' ? texts.take_back : texts.refuse;
  const action = asked === 'approve' ? texts.approve : refuse_words;
  const about = may.approve
    ? texts.waiting_other(who)
    : bar === null
      ? texts.waiting_viewer
      : bar.reason === 'own'
        ? texts.waiting_own
        : barWords(bar);
  return (
    <Note tone="warn" title={texts.waiting_title(texts.payouts(waiting))}>
      <p>{about}</p>
      <div className="bulk-actions">
        {may.approve && <Button onClick={() => setAsked('approve')}>{texts.approve}</Button>}
        {may.refuse && (
          <Button variant="default" onClick={() => setAsked('refuse')}>
            {refuse_words}
          </Button>
        )}
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
