import { Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { payment_texts } from './payment-texts.ts';

export type Verdict = 'paid' | 'not_paid' | 'settled';

interface ResolveDialogProps {
  readonly payment_id: string;
  /** The try or the refund that it is about. */
  readonly object_id: string;
  readonly verdicts: readonly Verdict[];
  readonly onClose: () => void;
}

/** Takes down what a person has found out. */
export function ResolveDialog({ payment_id, object_id, verdicts, onClose }: ResolveDialogProps) {
  const texts = useTexts(payment_texts);
  const { path, keyOf } = useFrame();
  const query_client = useQueryClient();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [proof, setProof] = useState('');
  const [note, setNote] = useState('');
  const resolve = async (): Promise<void> => {
    if (verdict === null) return;
    await read(
      api.POST('/dashboard/api/{merchant_id}/{mode}/payments/{id}/resolutions', {
        params: { path: { ...path, id: payment_id } },
        body: { object_id, verdict, note, ...(proof.trim() !== '' && { proof }) },
      }),
    );
    notifications.show({ message: texts.resolved });
    await query_client.invalidateQueries({ queryKey: keyOf('payments') });
  };
  return (
    <ConfirmDialog
      is_open
      title={texts.resolve}
      action={texts.resolve_sure}
      onConfirm={resolve}
      onClose={onClose}
    >
      <Radio.Group
        label={texts.verdict}
        value={verdict}
        onChange={(value) => setVerdict(value as Verdict)}
        required
      >
        <Stack gap="xs" mt={8}>
          {verdicts.map((one) => (
            <Radio key={one} value={one} label={texts.verdicts[one]} required />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        label={texts.proof}
        description={texts.proof_about}
        value={proof}
        onChange={(event) => setProof(event.target.value)}
        maxLength={200}
        required={verdict === 'paid'}
      />
      <Textarea
        label={texts.note}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        maxLength={1000}
        autosize
        minRows={2}
        required
      />
      <p className="quiet">{texts.resolve_about}</p>
    </ConfirmDialog>
  );
}
