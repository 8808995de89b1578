import { Button, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTexts } from '../language/use-language.tsx';
import { PasswordField } from './password-field.tsx';
import { ProblemNote } from './problem-note.tsx';
import { part_texts } from './texts.ts';
import { useFieldWords } from './use-problem-words.ts';

interface NewPasswordFormProps {
  readonly label: string;
  /** The label of the button, a verb. */
  readonly action: string;
  /** The name of the password in the server's requests. */
  readonly field: string;
  /** Fields above the password, which show their own errors. */
  readonly children?: ReactNode;
  readonly other_fields?: readonly string[];
  readonly error: Error | null;
  /** Texts that replace the default ones for some of the server's codes. */
  readonly words?: Readonly<Record<string, string>>;
  readonly is_pending: boolean;
  readonly onSubmit: (password: string, form: FormData) => void;
}

/** Lets a person who opened a link choose a password. */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { password_hint } = useTexts(part_texts);
  const { field, other_fields = [], error } = props;
  const wordsAt = useFieldWords(error);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    props.onSubmit(String(form.get('password')), form);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {error !== null && (
          <ProblemNote problem={error} words={props.words} fields={[...other_fields, field]} />
        )}
        {props.children}
        <PasswordField
          name="password"
          label={props.label}
          description={password_hint}
          autoComplete="new-password"
          error={wordsAt(field)}
          required
          withAsterisk={false}
        />
        <Button type="submit" h={48} loading={props.is_pending}>
          {props.action}
        </Button>
      </Stack>
    </form>
  );
}
