import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { api, read } from '../../api/client.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRefreshMe } from '../../app/use-refresh-me.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Note } from '../../parts/note.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useFieldWords } from '../../parts/use-problem-words.ts';
import { security_page_texts } from './page-texts.ts';

/** The person's name, and the address that they sign in with. */
export function YourDetails() {
  const { details: texts } = useTexts(security_page_texts);
  const { me } = useFrame();
  return (
    <section className="card">
      <h2>{texts.title}</h2>
      <DetailForm
        field="name"
        label={texts.name}
        saved={me.user.name}
        action={texts.save_name}
        done={texts.name_saved}
        send={(name) => read(api.PATCH('/dashboard/api/me', { body: { name } }))}
      />
      <DetailForm
        field="email"
        label={texts.email}
        hint={texts.email_hint}
        saved={me.user.email}
        action={texts.save_email}
        done={texts.email_saved}
        send={(email) => read(api.POST('/dashboard/api/me/email', { body: { email } }))}
      />
    </section>
  );
}

interface DetailFormProps {
  readonly field: 'name' | 'email';
  readonly label: string;
  readonly hint?: string;
  readonly saved: string;
  readonly action: string;
  readonly done: string;
  readonly send: (value: string) => Promise<unknown>;
}

function DetailForm({ field, label, hint, saved, action, done, send }: DetailFormProps) {
  const refresh = useRefreshMe();
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: (value: string) => send(value).then(refresh),
  });
  const wordsAt = useFieldWords(error);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    mutate(String(new FormData(event.currentTarget).get(field)));
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {isSuccess && <Note tone="good" title={done} />}
        {error !== null && <ProblemNote problem={error} fields={[field]} />}
        <TextInput
          name={field}
          type={field === 'email' ? 'email' : 'text'}
          label={label}
          description={hint}
          // Shows the current value, even after a change elsewhere.
          key={saved}
          defaultValue={saved}
          autoComplete={field === 'email' ? 'username' : 'name'}
          error={wordsAt(field)}
          required
          withAsterisk={false}
        />
        <div>
          <Button type="submit" variant="default" loading={isPending}>
            {action}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
