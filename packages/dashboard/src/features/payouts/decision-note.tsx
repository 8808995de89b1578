import { Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Note } from '../../parts/note.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import { payout_page_texts } from './page-texts.ts';
import { useWaitingWords } from './use-bar-words.ts';
import { useMoneyText } from './use-money-text.ts';
import { type PayoutDetail, usePayoutVerbs } from './verbs.ts';

/**
 * Shows who can approve a payout, and lets those people decide. The dialog stays open when somebody else acts
 * first, to show what has happened.
 */
export function DecisionNote({ detail: { payout, may, bar } }: { readonly detail: PayoutDetail }) {
  const texts = useTexts(payout_page_texts);
  const { decide } = usePayoutVerbs();
  const moneyText = useMoneyText();
  const [asked, setAsked] = useState<'approve' | 'refuse' | null>(null);
  const [note, setNote] = useState('');
  const about = useWaitingWords(texts, { may, bar, author: payout.order?.made_by ?? '' });
  const refuse_words = bar?.reason === 'own' ? texts.take_back : texts.refuse;
  const amount = moneyText(payout);
  return (
    <>
      {payout.state === 'waiting' && (
        <Note tone="warn" title={texts.waiting_title}>
          <p>{about}</p>
          {(may.approve || may.refuse) && (
            <Group gap="xs" mt={12}>
              <DecisionButtons may={may} approve={texts.approve} refuse={refuse_words} onAsk={setAsked} />
            </Group>
          )}
        </Note>
      )}
      <ConfirmDialog
        is_open={asked !== null}
        title={asked === 'approve' ? texts.approve : refuse_words}
        action={asked === 'approve' ? texts.approve : refuse_words}
        is_dangerous={asked === 'refuse'}
        onConfirm={async () =>
          asked && decide(payout.id, { decision: asked, ...(note.trim() !== '' && { note: note.trim() }) })
        }
        onClose={() => setAsked(null)}
        fields={['note']}
      >
        {(wordsAt) => (
          <>
            <p>
              {asked === 'approve'
                ? texts.approve_about(amount, payout.recipient.phone)
                : texts.refuse_about(amount)}
            </p>
            <TextInput
              label={texts.note_label}
              value={note}
              maxLength={500}
              error={wordsAt('note')}
              onChange={(event) => setNote(event.target.value)}
            />
          </>
        )}
      </ConfirmDialog>
    </>
  );
}
