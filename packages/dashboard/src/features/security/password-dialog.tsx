import { useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { security_page_texts } from './page-texts.ts';
import { useSecurityWords } from './use-words.ts';

interface PasswordDialogProps {
  readonly is_open: boolean;
  readonly title: string;
  readonly about?: string;
  readonly action: string;
  readonly is_dangerous?: boolean;
  readonly send: (password: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the password again: a stranger at an open browser must not change the person's sign-in methods. */
export function PasswordDialog({ about, send, onClose, ...dialog }: PasswordDialogProps) {
  const texts = useTexts(security_page_texts);
  const words = useSecurityWords();
  const [password, setPassword] = useState('');
  const close = (): void => {
    setPassword('');
    onClose();
  };
  return (
    <ConfirmDialog
      {...dialog}
      words={words}
      onConfirm={() => send(password)}
      onClose={close}
      fields={['password']}
    >
      {(wordsAt) => (
        <>
          {about !== undefined && <p>{about}</p>}
          <PasswordField
            label={texts.your_password}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            required
            withAsterisk={false}
            data-autofocus
            error={wordsAt('password')}
          />
        </>
      )}
    </ConfirmDialog>
  );
}
