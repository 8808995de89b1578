import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
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

type Way = 'password' | 'code' | 'recovery_code';

interface ProofDialogProps {
  readonly user: Me['user'];
  /** Whether a password is not enough and a second factor is required. */
  readonly is_second_factor?: boolean;
  readonly onClose: (is_proven: boolean) => void;
}

/** Asks for step-up authentication: by password, a code from an app, or a passkey. */
export function ProofDialog({ user, is_second_factor = false, onClose }: ProofDialogProps) {
  const texts = useTexts(proof_texts);
  // A member with a second factor is asked for it: the server does not accept their password alone.
  const has_factor = user.two_factor_enabled || user.has_passkey;
  const ways: readonly Way[] = [
    ...(is_second_factor || has_factor ? [] : ['password' as const]),
    ...(user.two_factor_enabled ? (['code', 'recovery_code'] as const) : []),
  ];
  const [way, setWay] = useState<Way | undefined>(ways[0]);
  const [typed, setTyped] = useState('');
  const other = ways.find((one) => one !== way);
  const prove = (): Promise<unknown> => {
    if (way === undefined) return showPasskey(texts.passkey);
    if (way === 'code') return sendAuth('/two-factor/verify-totp', { code: typed.replace(/\s/g, '') });
    if (way === 'recovery_code') return sendAuth('/two-factor/verify-backup-code', { code: typed.trim() });
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
      words={{
        INVALID_CODE: texts.wrong_code,
        INVALID_BACKUP_CODE: texts.wrong_recovery_code,
        rate_limited: texts.too_many,
      }}
      fields={['password', 'code']}
      onConfirm={prove}
      onClose={onClose}
    >
      {(wordsAt) => (
        <>
          <p>{is_second_factor ? texts.about_second : texts.about}</p>
          {way && <WayField {...{ way, typed, setTyped, wordsAt }} />}
          <Stack gap="xs" align="flex-start">
            {other && (
              <Button variant="subtle" size="sm" onClick={() => turnTo(other)}>
                {texts[`by_${other}`]}
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
  readonly wordsAt: FieldWords<'password' | 'code'>;
}

function WayField({ way, typed, setTyped, wordsAt }: WayFieldProps) {
  const texts = useTexts(proof_texts);
  const shared = {
    value: typed,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.target.value),
    required: true,
    withAsterisk: false,
    'data-autofocus': true,
  };
  if (way === 'password') {
    return (
      <PasswordField
        {...shared}
        label={texts.password}
        autoComplete="current-password"
        error={wordsAt('password')}
      />
    );
  }
  const is_app = way === 'code';
  return (
    <TextInput
      {...shared}
      key={way}
      label={is_app ? texts.code : texts.recovery_code}
      inputMode={is_app ? 'numeric' : 'text'}
      autoComplete="one-time-code"
      error={wordsAt('code') && (is_app ? texts.wrong_code : texts.wrong_recovery_code)}
    />
  );
}

/** Replaces the device's own error, which is not written for people. @throws ApiProblem */
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
