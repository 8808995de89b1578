import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { Note } from '../../parts/note.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useFieldWords } from '../../parts/use-problem-words.ts';
import { type Endpoint, useWebhookVerbs } from './webhooks.ts';
import { webhooks_texts } from './webhooks-texts.ts';

const day_ms = 24 * 60 * 60 * 1000;

/** Resends an endpoint's failed events, or all its events since a given time. */
export function ResendRange({ endpoint }: { readonly endpoint: Endpoint }) {
  const texts = useTexts(webhooks_texts);
  const { resend } = useWebhookVerbs();
  const [which, setWhich] = useState<'failed' | 'all'>('failed');
  const [since, setSince] = useState(() => localMinute(new Date(Date.now() - day_ms)));
  const [until, setUntil] = useState('');
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      resend(endpoint.id, {
        which,
        since: momentOf(since),
        ...(which === 'all' && until !== '' && { until: momentOf(until) }),
      }),
  });
  const wordsAt = useFieldWords(error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate();
  };
  return (
    <section className="card">
      <h2>{texts.resend}</h2>
      <p className="quiet">{texts.resend_about}</p>
      <form onSubmit={submit} noValidate>
        <Group align="start" gap="sm">
          <NativeSelect
            label={texts.resend_which}
            value={which}
            onChange={(event) => setWhich(event.target.value === 'all' ? 'all' : 'failed')}
            data={[
              { value: 'failed', label: texts.resend_failed },
              { value: 'all', label: texts.resend_all },
            ]}
          />
          <TextInput
            type="datetime-local"
            label={texts.since}
            value={since}
            onChange={(event) => setSince(event.target.value)}
            required
            withAsterisk={false}
            error={wordsAt('since')}
          />
          {which === 'all' && (
            <TextInput
              type="datetime-local"
              label={texts.until}
              value={until}
              min={since}
              onChange={(event) => setUntil(event.target.value)}
              error={wordsAt('until')}
            />
          )}
          <Button type="submit" variant="default" className="beside-field" loading={isPending}>
            {texts.resend}
          </Button>
        </Group>
        {error !== null && (
          <ProblemNote problem={error} words={{ conflict: texts.is_off }} fields={['since', 'until']} />
        )}
      </form>
      {data && <Note tone="good" title={texts.resent(data.resent, data.added, data.under_way)} />}
    </section>
  );
}

/** Converts a typed time to ISO 8601. Invalid text is sent unchanged, and the server refuses it. */
function momentOf(text: string): string {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}

/** Formats a time for a `datetime-local` field, in the reader's own time zone. */
function localMinute(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
