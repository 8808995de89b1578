import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { knowsPasskeys, signInWithPasskey } from '../../api/passkey.ts';
import { ApiProblem } from '../../api/problem.ts';
import { Alone } from '../../app/alone.tsx';
import { useTexts } from '../../language/use-language.tsx';
import { Note } from '../../parts/note.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { useExplain } from '../../parts/problem-note.tsx';
import { useFieldWords } from '../../parts/use-problem-words.ts';
import { type Choice, sendPassword } from './send-password.ts';
import { sign_in_texts } from './texts.ts';

interface PasswordStepProps {
  readonly onDone: () => void;
  readonly onCode: () => void;
  readonly onChoice: (choice: Choice) => void;
}

/** E-mail and password, or a passkey instead of both. */
export function PasswordStep({ onDone, onCode, onChoice }: PasswordStepProps) {
  const texts = useTexts(sign_in_texts);
  const wordsFor = useWordsFor();
  const { merchant: merchant_id } = useSearch({ from: '/sign-in' });
  const by_password = useMutation({
    mutationFn: sendPassword,
    onSuccess: ({ merchants, twoFactorRedirect }, given) => {
      if (merchants) onChoice({ given, merchants });
      else if (twoFactorRedirect) onCode();
      else onDone();
    },
  });
  const by_passkey = useMutation({ mutationFn: signInWithPasskey, onSuccess: onDone });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    by_passkey.reset();
    const form = new FormData(event.currentTarget);
    const [email, password] = [String(form.get('email')).trim(), String(form.get('password'))];
    by_password.mutate({ email, password, merchant_id });
  };
  const wordsAt = useFieldWords(by_password.error);
  const usePasskey = (): void => {
    by_password.reset();
    by_passkey.mutate();
  };
  return (
    <Alone title={texts.title}>
      {by_password.error && wordsAt('email') === undefined && (
        <Note tone="bad" title={wordsFor(by_password.error, 'credentials')} />
      )}
      {by_passkey.error && <Note tone="bad" title={wordsFor(by_passkey.error, 'passkey')} />}
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            name="email"
            type="email"
            label={texts.email}
            autoComplete="username"
            error={wordsAt('email')}
            required
            withAsterisk={false}
          />
          <PasswordField
            name="password"
            label={texts.password}
            autoComplete="current-password"
            required
            withAsterisk={false}
          />
          <Button type="submit" h={48} loading={by_password.isPending}>
            {texts.submit}
          </Button>
        </Stack>
      </form>
      {knowsPasskeys() && (
        <Button variant="default" h={48} fullWidth loading={by_passkey.isPending} onClick={usePasskey}>
          {texts.passkey}
        </Button>
      )}
      {merchant_id !== undefined && (
        <p className="quiet">
          {texts.one_merchant} <Link to="/sign-in">{texts.any_merchant}</Link>
        </p>
      )}
      <Forgotten />
    </Alone>
  );
}

/** Explains whom to ask. The service sends no e-mail, so there is no form here. */
function Forgotten() {
  const texts = useTexts(sign_in_texts);
  return (
    <details className="quiet">
      <summary>{texts.forgotten}</summary>
      <p>{texts.forgotten_answer}</p>
    </details>
  );
}

/** The text for a refused sign-in; any other failure has its own text. */
function useWordsFor(): (error: Error, refused: 'credentials' | 'passkey') => string {
  const { problems } = useTexts(sign_in_texts);
  const explain = useExplain();
  return (error, refused) => {
    if (!(error instanceof ApiProblem)) return problems.passkey;
    if (error.status === 429) return problems.too_many;
    if (error.status === 403) return problems.elsewhere;
    return error.status === 0 || error.status >= 500 ? explain(error) : problems[refused];
  };
}
