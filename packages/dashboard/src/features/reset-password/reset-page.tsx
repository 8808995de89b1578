import { Button, PasswordInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { api, read } from '../../api/client.ts';
import { Alone } from '../../app/alone.tsx';
import { useTexts } from '../../language/use-language.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { reset_texts } from './texts.ts';

/** What a link to choose a new password opens. */
export function ResetPage() {
  const texts = useTexts(reset_texts);
  const token = useLocation({ select: ({ hash }) => hash });
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: (new_password: string) =>
      read(api.POST('/dashboard/api/public/password', { body: { token, new_password } })),
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    mutate(String(new FormData(event.currentTarget).get('password')));
  };
  if (isSuccess) {
    return (
      <Alone title={texts.done_title}>
        <Link to="/sign-in">{texts.sign_in}</Link>
      </Alone>
    );
  }
  return (
    <Alone title={texts.title} about={texts.about}>
      <form onSubmit={submit}>
        <Stack>
          {error !== null && <ProblemNote problem={error} words={{ not_found: texts.gone }} />}
          <PasswordInput
            name="password"
            label={texts.password}
            description={texts.hint}
            autoComplete="new-password"
            required
            withAsterisk={false}
          />
          <Button type="submit" h={48} loading={isPending}>
            {texts.save}
          </Button>
        </Stack>
      </form>
    </Alone>
  );
}
