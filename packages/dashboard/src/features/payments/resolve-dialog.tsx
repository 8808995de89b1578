import '@mantine/core/styles/Radio.layer.css';
import { Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { payment_texts } from './payment-texts.ts';

export type Verdict = 'paid' | 'not_paid' | 'reversed' | 'settled';

/** A finding that a person reports. */
export interface Finding {
  readonly verdict: Verdict;
  readonly note: string;
  readonly proof?: string;
}

interface ResolveDialogProps {
  readonly verdicts: readonly Verdict[];
  /** The words for the verdicts here. */
  readonly words: Readonly<Record<Verdict, string>>;
  readonly save: (finding: Finding) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Takes down what a person has found out. */
export function ResolveDialog({ verdicts, words, save, onClose }: ResolveDialogProps) {
  const texts = useTexts(payment_texts);
  const [verdict, setVerdict] = useState<Verdict>();
  const [proof, setProof] = useState('');
  const [note, setNote] = useState('');
  const resolve = async (): Promise<void> => {
    // Where none was chosen the server says so, as of every field.
    await save({ verdict: verdict as Verdict, note, ...(proof.trim() !== '' && { proof }) });
    notifications.show({ message: texts.resolved });
  };
  return (
    <ConfirmDialog
      is_open
      title={texts.resolve}
      action={texts.resolve_sure}
      onConfirm={resolve}
      onClose={onClose}
      fields={['verdict', 'proof', 'note']}
    >
      {(wordsAt) => (
        <>
          <Radio.Group
            label={texts.verdict}
            value={verdict ?? null}
            onChange={(value) => setVerdict(value as Verdict)}
            error={wordsAt('verdict')}
            required
          >
            <Stack gap="xs" mt={8}>
              {verdicts.map((one) => (
                <Radio key={one} value={one} label={words[one]} required />
              ))}
            </Stack>
          </Radio.Group>
          <TextInput
            label={texts.proof}
            description={texts.proof_about}
            value={proof}
            onChange={(event) => setProof(event.target.value)}
            maxLength={200}
            error={wordsAt('proof')}
            required={verdict === 'paid' || verdict === 'reversed'}
          />
          <Textarea
            label={texts.note}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            maxLength={1000}
            error={wordsAt('note')}
            autosize
            minRows={2}
            required
          />
          <p className="quiet">{texts.resolve_about}</p>
        </>
      )}
    </ConfirmDialog>
  );
}
