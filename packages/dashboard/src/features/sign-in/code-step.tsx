import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sendAuth } from '../../api/auth.ts';
import { ApiProblem } from '../../api/problem.ts';
import { Alone } from '../../app/alone.tsx';
import { useTexts } from '../../language/use-language.tsx';
import { Note } from '../../parts/note.tsx';
import { useExplain } from '../../parts/problem-note.tsx';
import { useFieldWords } from '../../parts/use-problem-words.ts';
import { sign_in_texts } from './texts.ts';
import '@mantine/core/styles/Checkbox.layer.css';

/** The second factors for a sign-in. */
const ways = {
  app: { path: '/two-factor/verify-totp', input: 'numeric' },
  recovery: { path: '/two-factor/verify-backup-code', input: 'text' },
} as const;
type Way = keyof typeof ways;

export function CodeStep({
  onDone,
  onRestart,
}: {
  readonly onDone: () => void;
  readonly onRestart: () => void;
}) {
  const texts = useTexts(sign_in_texts);
  const wordsFor = useWordsFor();
  const [way, setWay] = useState<Way>('app');
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: (body: { code: string; trustDevice: boolean }) => sendAuth(ways[way].path, body),
    onSuccess: onDone,
  });
  const wordsAt = useFieldWords(error);
  const is_app = way === 'app';
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const typed = String(form.get('code'));
    // Apps show the digits in two groups, so people may type a space.
    const code = is_app ? typed.replace(/\s/g, '') : typed.trim();
    mutate({ code, trustDevice: form.get('trust') === 'on' });
  };
  const at_field = error !== null && wordsAt('code') !== undefined ? wordsFor(error, way) : undefined;
  return (
    <Alone title={texts.code_title} about={is_app ? texts.code_about : texts.recovery_about}>
      {error !== null && at_field === undefined && <Note tone="bad" title={wordsFor(error, way)} />}
      <form onSubmit={submit} noValidate>
        <Stack>
          <TextInput
            key={way}
            name="code"
            label={is_app ? texts.code : texts.recovery_code}
            inputMode={ways[way].input}
            autoComplete="one-time-code"
            required
            withAsterisk={false}
            autoFocus
            error={at_field}
          />
          <Checkbox name="trust" label={texts.trust} />
          <Button type="submit" size="md" h={48} loading={isPending}>
            {texts.go_on}
          </Button>
        </Stack>
      </form>
      <Group justify="space-between">
        <Button
          variant="subtle"
          size="sm"
          onClick={() => {
            reset();
            setWay(is_app ? 'recovery' : 'app');
          }}
        >
          {is_app ? texts.use_recovery : texts.use_app}
        </Button>
        <Button variant="subtle" size="sm" onClick={onRestart}>
          {texts.start_again}
        </Button>
      </Group>
    </Alone>
  );
}

/** The text for a refused code; any other failure has its own text. */
function useWordsFor(): (error: Error, way: Way) => string {
  const { problems } = useTexts(sign_in_texts);
  const explain = useExplain();
  return (error, way) => {
    if (!(error instanceof ApiProblem) || error.status === 0 || error.status >= 500) return explain(error);
    if (error.status === 429) return problems.too_many;
    if (error.status === 403) return problems.elsewhere;
    if (error.code === 'INVALID_TWO_FACTOR_COOKIE') return problems.expired;
    return way === 'app' ? problems.code : problems.recovery_code;
  };
}
