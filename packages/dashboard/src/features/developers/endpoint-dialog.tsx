import { Stack, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { FieldError } from '../../parts/field-error.tsx';
import { type EventName, event_names } from './event-names.ts';
import type { Endpoint, EndpointFields } from './webhooks.ts';
import { webhooks_texts } from './webhooks-texts.ts';

interface EndpointDialogProps {
  readonly title: string;
  readonly action: string;
  /** The endpoint as it is now; absent for a new one. */
  readonly endpoint?: Endpoint;
  readonly save: (fields: EndpointFields) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for an endpoint's URL, description and events. */
export function EndpointDialog({ title, action, endpoint, save, onClose }: EndpointDialogProps) {
  const texts = useTexts(webhooks_texts);
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [events, setEvents] = useState<readonly EventName[] | null>(endpoint?.events ?? null);
  return (
    <ConfirmDialog
      is_open
      title={title}
      action={action}
      onConfirm={() => save({ url: url.trim(), description, events })}
      onClose={onClose}
      fields={['url', 'description', 'events']}
    >
      {(wordsAt) => (
        <Stack>
          <TextInput
            type="url"
            label={texts.url}
            description={texts.url_hint}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
            required
            withAsterisk={false}
            maxLength={500}
            data-autofocus
            error={wordsAt('url')}
          />
          <TextInput
            label={texts.description}
            description={texts.optional}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
            maxLength={255}
            error={wordsAt('description')}
          />
          <EventChoice events={events} onChange={setEvents} error={wordsAt('events')} />
        </Stack>
      )}
    </ConfirmDialog>
  );
}

interface EventChoiceProps {
  readonly events: readonly EventName[] | null;
  readonly onChange: (events: readonly EventName[] | null) => void;
  readonly error: string | undefined;
}

function EventChoice({ events, onChange, error }: EventChoiceProps) {
  const texts = useTexts(webhooks_texts);
  const error_id = useId();
  return (
    <fieldset
      className="plain"
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: HTML-ARIA allows this role on a fieldset, and a plain group cannot be invalid
      role="radiogroup"
      aria-invalid={error !== undefined}
      aria-describedby={error === undefined ? undefined : error_id}
    >
      <legend>{texts.events}</legend>
      <label className="check">
        <input type="radio" name="events" checked={events === null} onChange={() => onChange(null)} />
        {texts.all_events}
      </label>
      <label className="check">
        <input
          type="radio"
          name="events"
          checked={events !== null}
          onChange={() => onChange(['payment.successful', 'payment.failed'])}
        />
        {texts.some_events}
      </label>
      {events !== null && (
        <div className="check-list">
          {event_names.map((name) => (
            <label key={name} className="check mono">
              <input
                type="checkbox"
                checked={events.includes(name)}
                onChange={({ target: { checked } }) =>
                  onChange(checked ? [...events, name] : events.filter((one) => one !== name))
                }
              />
              {name}
            </label>
          ))}
        </div>
      )}
      <FieldError id={error_id} error={error} />
    </fieldset>
  );
}
