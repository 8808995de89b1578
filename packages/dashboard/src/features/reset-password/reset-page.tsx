import { useMutation } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { api, read } from '../../api/client.ts';
import { Alone } from '../../app/alone.tsx';
import { useTexts } from '../../language/use-language.tsx';
import { NewPasswordForm } from '../../parts/new-password-form.tsx';
import { reset_texts } from './texts.ts';

/** The page that a password reset link opens. */
export function ResetPage() {
  const texts = useTexts(reset_texts);
  const token = useLocation({ select: ({ hash }) => hash });
  const { mutate, error, isPending, data } = useMutation({
    mutationFn: (new_password: string) =>
      read(api.POST('/dashboard/api/public/password', { body: { token, new_password } })),
  });
  if (data) {
    return (
      <Alone title={texts.done_title}>
        <Link to="/sign-in" search={{ merchant: data.merchant_id }}>
          {texts.sign_in}
        </Link>
      </Alone>
    );
  }
  return (
    <Alone title={texts.title} about={texts.about}>
      <NewPasswordForm
        label={texts.password}
        action={texts.save}
        field="new_password"
        error={error}
        words={{ not_found: texts.gone }}
        is_pending={isPending}
        onSubmit={(password) => mutate(password)}
      />
    </Alone>
  );
}
