import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { sendAuth } from '../../api/auth.ts';
import { api, read } from '../../api/client.ts';
import { useTexts } from '../../language/use-language.tsx';
import { NewPasswordForm } from '../../parts/new-password-form.tsx';
import { useFieldWords } from '../../parts/use-problem-words.ts';
import type { Invitation } from './invitation.ts';
import { invitation_texts } from './texts.ts';

interface AcceptProps {
  readonly invitation: Invitation;
  readonly token: string;
}

/** Creates the person's account at the merchant, and signs in with it. */
export function AcceptForm({ invitation: { email, merchant }, token }: AcceptProps) {
  const texts = useTexts(invitation_texts);
  const navigate = useNavigate();
  const query_client = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (given: { name: string; password: string }) => {
      const { email, merchant_id } = await read(
        api.POST('/dashboard/api/public/invitation/accept', { body: { token, ...given } }),
      );
      await sendAuth('/sign-in/email', { email, merchant_id, password: given.password });
    },
    onSuccess: () => {
      // Cached data belongs to the person who was signed in before.
      query_client.clear();
      return navigate({ to: '/' });
    },
  });
  const wordsAt = useFieldWords(error);
  return (
    <NewPasswordForm
      label={texts.password}
      action={texts.accept}
      field="password"
      other_fields={['name']}
      error={error}
      is_pending={isPending}
      onSubmit={(password, form) => mutate({ name: String(form.get('name')).trim(), password })}
    >
      <p className="quiet">{texts.own_sign_in(merchant.name)}</p>
      <TextInput name="email" label={texts.for_email} value={email} autoComplete="username" readOnly />
      <TextInput
        name="name"
        label={texts.name}
        autoComplete="name"
        maxLength={100}
        error={wordsAt('name')}
        required
        withAsterisk={false}
      />
    </NewPasswordForm>
  );
}
