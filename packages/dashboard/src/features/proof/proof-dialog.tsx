import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { sendAuth } from '../../api/auth.ts';
import { api, read } from '../../api/client.ts';
import { knowsPasskeys, signInWithPasskey } from '../../api/passkey.ts';
import { ApiProblem } from '../../api/problem.ts';
import type { Me } from '../../app/me.ts';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Note } from '../../parts/note.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import type { FieldWords } from '../../parts/use-problem-words.ts';
import { proof_texts } from './texts.ts';

type Way = 'password' | 'code';

interface ProofDialogProps {
  readonly user: Me['user'];
  /** A password is not enough: a second step is wanted. */
  readonly is_second_step?: boolean;
  readonly onClose: (is_proven: boolean) => void;
}

/** Has the person show again who they are: by their password, a code of their app, or a passkey. */
export function ProofDialog({ user, is_second_step = false, onClose }: ProofDialogProps) {
  const texts = useTexts(proof_texts);
  const ways: readonly Way[] = [
    ...(is_second_step ? [] : ['password' as const]),
    ...(user.two_factor_enabled ? ['code' as const] : []),
  ];
  const [way, setWay] = useState<Way | undefined>(ways[0]);
  const [typed, setTyped] = useState('');
  const other = ways.find((one) => one !== way);
  const prove = (): Promise<unknown> => {
    if (way === undefined) return showPasskey(texts.passkey);
    if (way === 'code') return sendAuth('/two-factor/verify-totp', { code: typed.replace(/\s/g, '') });
    return read(api.POST('/dashboard/api/me/proof', { body: { password: typed } }));
  };
  const turnTo = (next: Way): void => {
    setTyped('');
    setWay(next);
  };
  return (
    <ConfirmDialog
      is_open
      title={texts.title}
      action={way === undefined ? texts.by_passkey : texts.action}
      words={{ INVALID_CODE: texts.wrong_code, rate_limited: texts.too_many }}
      fields={['password', 'code']}
      onConfirm={prove}
      onClose={onClose}
    >
      {(wordsAt) => (
        <>
          <p>{is_second_step ? texts.about_second : texts.about}</p>
          {way && <WayField {...{ way, typed, setTyped, wordsAt }} />}
          <Stack gap="xs" align="flex-start">
            {other && (
              <Button variant="subtle" size="sm" onClick={() => turnTo(other)}>
                {other === 'code' ? texts.by_code : texts.by_password}
              </Button>
            )}
            {way !== undefined && user.has_passkey && knowsPasskeys() && (
              <ByPasskey onDone={() => onClose(true)} />
            )}
          </Stack>
        </>
      )}
    </ConfirmDialog>
  );
}

interface WayFieldProps {
  readonly way: Way;
  readonly typed: string;
  readonly setTyped: (text: string) => void;
  readonly wordsAt: FieldWords<Way>;
}

function WayField({ way, typed, setTyped, wordsAt }: WayFieldProps) {
  const texts = useTexts(proof_texts);
  return way === 'password' ? (
    <PasswordField
      label={texts.password}
      autoComplete="current-password"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      error={wordsAt('password')}
      required
      withAsterisk={false}
      data-autofocus
    />
  ) : (
    <TextInput
      label={texts.code}
      inputMode="numeric"
      autoComplete="one-time-code"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      error={wordsAt('code') && texts.wrong_code}
      required
      withAsterisk={false}
      data-autofocus
    />
  );
}

/** The device's own reason has no words for people. @throws ApiProblem */
async function showPasskey(words: string): Promise<void> {
  await signInWithPasskey().catch((cause: unknown) => {
    throw new ApiProblem(400, { code: 'refused', message: words }, null, { cause });
  });
}

function ByPasskey({ onDone }: { readonly onDone: () => void }) {
  const texts = useTexts(proof_texts);
  const { mutate, error, isPending } = useMutation({ mutationFn: signInWithPasskey, onSuccess: onDone });
  return (
    <>
      {error !== null && <Note tone="bad" title={texts.passkey} />}
      <Button variant="subtle" size="sm" loading={isPending} onClick={() => mutate()}>
        {texts.by_passkey}
      </Button>
    </>
  );
}
