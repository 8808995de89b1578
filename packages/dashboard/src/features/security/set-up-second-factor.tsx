import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { renderSVG } from 'uqr';
import { sendAuth } from '../../api/auth.ts';
import { useTexts } from '../../language/use-language.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { FocusBack } from '../../parts/focus-back.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { part_texts } from '../../parts/texts.ts';
import { useFieldWords } from '../../parts/use-problem-words.ts';
import { CodeList } from './code-list.tsx';
import { security_page_texts } from './page-texts.ts';
import { useSecurityWords } from './use-words.ts';

/**
 * The second factor that the server has created. Sign-in does not require it until the person has confirmed its
 * first code.
 */
export interface Started {
  readonly totpURI: string;
  readonly backupCodes: readonly string[];
}

interface SetUpProps {
  readonly started: Started;
  readonly onDone: () => Promise<unknown>;
  readonly onClose: () => void;
}

/**
 * Shows the recovery codes first, so that nobody locks themselves out. Then the person sets up the app and confirms
 * it with its first code.
 */
export function SetUpSecondFactor({ started, onDone, onClose }: SetUpProps) {
  const { second: texts } = useTexts(security_page_texts);
  const { close } = useTexts(part_texts);
  const [are_kept, setKept] = useState(false);
  return (
    <Modal
      opened
      onClose={onClose}
      title={are_kept ? texts.set_up : texts.codes_title}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': close }}
    >
      <FocusBack />
      {are_kept ? (
        <ScanAndConfirm uri={started.totpURI} onDone={() => onDone().then(onClose)} />
      ) : (
        <Stack>
          <CodeList codes={started.backupCodes} />
          <Button onClick={() => setKept(true)}>{texts.codes_kept}</Button>
        </Stack>
      )}
    </Modal>
  );
}

function ScanAndConfirm({ uri, onDone }: { readonly uri: string; readonly onDone: () => Promise<void> }) {
  const { second: texts } = useTexts(security_page_texts);
  const words = useSecurityWords();
  const { mutate, error, isPending } = useMutation({
    mutationFn: (code: string) => sendAuth('/two-factor/verify-totp', { code }),
    onSuccess: onDone,
  });
  const wordsAt = useFieldWords(error);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    mutate(String(new FormData(event.currentTarget).get('code')).replace(/\s/g, ''));
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <p>{texts.scan}</p>
        <img
          className="qr"
          alt={texts.scan}
          src={`data:image/svg+xml,${encodeURIComponent(renderSVG(uri))}`}
        />
        <p className="quiet">{texts.by_hand}</p>
        <CopyText text={new URL(uri).searchParams.get('secret') ?? ''} label={texts.by_hand} />
        {error !== null && <ProblemNote problem={error} words={words} fields={['code']} />}
        <TextInput
          name="code"
          label={texts.confirm}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          data-autofocus
          error={wordsAt('code')}
        />
        <Button type="submit" loading={isPending}>
          {texts.finish}
        </Button>
      </Stack>
    </form>
  );
}
