import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { sendAuth } from '../../api/auth.ts';
import { api, read } from '../../api/client.ts';
import { useTexts } from '../../language/use-language.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import type { Invitation } from './invitation.ts';
import { invitation_texts } from './texts.ts';

interface AcceptProps {
  readonly invitation: Invitation;
  readonly token: string;
}

/** Makes an account for who has none, and signs in with it. */
export function AcceptAsNewcomer({ invitation: { email }, token }: AcceptProps) {
  const texts = useTexts(invitation_texts);
  const navigate = useNavigate();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (given: { name: string; password: string }) => {
      const made = await read(
        api.POST('/dashboard/api/public/invitation/accept', { body: { token, ...given } }),
      );
      await sendAuth('/sign-in/email', { email: made.email, password: given.password });
    },
    onSuccess: () => navigate({ to: '/' }),
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    mutate({ name: String(form.get('name')).trim(), password: String(form.get('password')) });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {error !== null && <ProblemNote problem={error} />}
        <TextInput name="email" label={texts.for_email} value={email} autoComplete="username" readOnly />
        <TextInput
          name="name"
          label={texts.name}
          autoComplete="name"
          maxLength={100}
          required
          withAsterisk={false}
        />
        <PasswordInput
          name="password"
          label={texts.password}
          description={texts.hint}
          autoComplete="new-password"
          required
          withAsterisk={false}
        />
        <Button type="submit" h={48} loading={isPending}>
          {texts.accept}
        </Button>
      </Stack>
    </form>
  );
}
