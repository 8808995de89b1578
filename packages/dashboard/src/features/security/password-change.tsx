import { Button, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { sendAuth } from '../../api/auth.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Note } from '../../parts/note.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { part_texts } from '../../parts/texts.ts';
import { useFieldWords } from '../../parts/use-problem-words.ts';
import { security_page_texts } from './page-texts.ts';
import { useSecurityWords } from './use-words.ts';

/** Changes the password; all other sessions end. */
export function PasswordChange() {
  const { password: texts } = useTexts(security_page_texts);
  const { password_hint } = useTexts(part_texts);
  const words = useSecurityWords();
  const query_client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      sendAuth('/change-password', body),
    onSuccess: () => {
      form.current?.reset();
      return query_client.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  const wordsAt = useFieldWords(error);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    mutate({ currentPassword: String(fields.get('current')), newPassword: String(fields.get('next')) });
  };
  return (
    <section className="card">
      <h2>{texts.title}</h2>
      {isSuccess && <Note tone="good" title={texts.changed} />}
      <form onSubmit={submit} ref={form} noValidate>
        <Stack>
          {error !== null && (
            <ProblemNote problem={error} words={words} fields={['currentPassword', 'newPassword']} />
          )}
          <PasswordField
            name="current"
            label={texts.current}
            autoComplete="current-password"
            error={wordsAt('currentPassword')}
            required
            withAsterisk={false}
          />
          <PasswordField
            name="next"
            label={texts.next}
            description={password_hint}
            autoComplete="new-password"
            error={wordsAt('newPassword')}
            required
            withAsterisk={false}
          />
          <div>
            <Button type="submit" variant="default" loading={isPending}>
              {texts.change}
            </Button>
          </div>
        </Stack>
      </form>
    </section>
  );
}
