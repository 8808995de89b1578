import '@mantine/core/styles/Radio.layer.css';
import { Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { payment_texts } from './payment-texts.ts';

/** Any verdict about a payout or refund. */
export type Verdict = 'paid' | 'not_paid' | 'reversed' | 'settled';

/** A finding that a person reports. */
export interface Finding<Said extends string = Verdict> {
  readonly verdict: Said;
  readonly note: string;
  readonly proof?: string;
}

interface ResolveDialogProps<Said extends string> {
  /** With a single verdict, there is no choice. */
  readonly verdicts: readonly Said[];
  /** "Resolve" by default. */
  readonly title?: string;
  /** The texts of the verdicts. */
  readonly words: Readonly<Record<Said, string>>;
  /** The effect of `settled` on the money; omitted if it moves none. */
  readonly settled_about?: string | undefined;
  /** @returns whether the finding awaits a second person */
  readonly save: (finding: Finding<Said>) => Promise<'done' | 'waiting'>;
  readonly onClose: () => void;
}

/** Records a person's finding. */
export function ResolveDialog<Said extends string>({
  verdicts,
  title,
  words,
  settled_about,
  save,
  onClose,
}: ResolveDialogProps<Said>) {
  const texts = useTexts(payment_texts);
  const only = verdicts.length === 1 ? verdicts[0] : undefined;
  const [verdict, setVerdict] = useState(only);
  const [proof, setProof] = useState('');
  const [note, setNote] = useState('');
  const resolve = async (): Promise<void> => {
    // If no verdict was chosen, the server reports the missing field, as it does for every other field.
    const state = await save({ verdict: verdict as Said, note, ...(proof.trim() !== '' && { proof }) });
    notifications.show({ message: state === 'waiting' ? texts.awaits_approval : texts.resolved });
  };
  return (
    <ConfirmDialog
      is_open
      title={title ?? texts.resolve}
      action={texts.resolve_sure}
      onConfirm={resolve}
      onClose={onClose}
      fields={['verdict', 'proof', 'note']}
    >
      {(wordsAt) => (
        <>
          {only === undefined ? (
            <VerdictChoice {...{ verdicts, words, verdict, setVerdict }} error={wordsAt('verdict')} />
          ) : (
            <p>{words[only]}</p>
          )}
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
          {verdict === 'settled' && settled_about && <p>{settled_about}</p>}
          <p className="quiet">{texts.resolve_about}</p>
        </>
      )}
    </ConfirmDialog>
  );
}

interface VerdictChoiceProps<Said extends string> {
  readonly verdicts: readonly Said[];
  readonly words: Readonly<Record<Said, string>>;
  readonly verdict: Said | undefined;
  readonly setVerdict: (verdict: Said) => void;
  readonly error: string | undefined;
}

function VerdictChoice<Said extends string>(props: VerdictChoiceProps<Said>) {
  const { verdicts, words, verdict, setVerdict, error } = props;
  const texts = useTexts(payment_texts);
  return (
    <Radio.Group
      label={texts.verdict}
      value={verdict ?? null}
      onChange={(value) => setVerdict(value as Said)}
      error={error}
      required
    >
      <Stack gap="xs" mt={8}>
        {verdicts.map((one) => (
          <Radio key={one} value={one} label={words[one]} required />
        ))}
      </Stack>
    </Radio.Group>
  );
}
