import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Note } from '../../parts/note.tsx';
import { bulk_page_texts } from './bulk-page-texts.ts';
import { type PayoutBatchDetail, useBatchVerbs } from './bulk-verbs.ts';

/** Says whom the payouts of a file wait for, and lets that person decide about all of them. */
export function BatchDecision({ detail: { batch, may } }: { readonly detail: PayoutBatchDetail }) {
  const texts = useTexts(bulk_page_texts);
  const { me } = useFrame();
  const { decide } = useBatchVerbs();
  const [asked, setAsked] = useState<'approve' | 'refuse' | null>(null);
  const [note, setNote] = useState('');
  const waiting = batch.states.find(({ state }) => state === 'waiting')?.payouts ?? 0;
  if (waiting === 0 && asked === null) return null;
  const who = batch.ended_by ?? '';
  const is_own = may.refuse && !may.approve && who === me.user.name;
  const about = may.approve ? texts.waiting_other(who) : is_own ? texts.waiting_own : texts.waiting_viewer;
  const action = asked === 'approve' ? texts.approve : may.approve ? texts.refuse : texts.take_back;
  return (
    <Note tone="warn" title={texts.waiting_title(texts.payouts(waiting))}>
      <p>{about}</p>
      <div className="bulk-actions">
        {may.approve && <Button onClick={() => setAsked('approve')}>{texts.approve}</Button>}
        {may.refuse && (
          <Button variant="default" onClick={() => setAsked('refuse')}>
            {may.approve ? texts.refuse : texts.take_back}
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
