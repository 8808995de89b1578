import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { problemsOf, useFieldWords } from '../../parts/use-problem-words.ts';
import { link_form_texts } from './form-texts.ts';
import type { LinkDraft } from './link-draft.ts';
import { MainFields } from './main-fields.tsx';
import { MoreFields } from './more-fields.tsx';

interface LinkFormProps {
  readonly first: LinkDraft;
  /** The currencies to choose from; null if it cannot be changed. */
  readonly currencies: readonly string[] | null;
  readonly action: string;
  readonly onSend: (draft: LinkDraft) => Promise<unknown>;
}

/** Asks for the terms of a payment link: what everyone needs first, the rest under "More options". */
export function LinkForm({ first, currencies, action, onSend }: LinkFormProps) {
  const texts = useTexts(link_form_texts);
  const [draft, setDraft] = useState(first);
  const [is_more_open, setMoreOpen] = useState(() => hasMore(first));
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => onSend(draft),
    // A field with an error must not be hidden.
    onError: (problem) => {
      if (problemsOf(problem).some(([name]) => isMore(name))) setMoreOpen(true);
    },
  });
  const wordsAt = useFieldWords(error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate();
  };
  const shared = {
    draft,
    set: (change: Partial<LinkDraft>): void => setDraft({ ...draft, ...change }),
    wordsAt,
  };
  return (
    <form className="card link-form" onSubmit={submit} noValidate>
      <MainFields {...shared} currencies={currencies} />
      <details open={is_more_open} onToggle={(event) => setMoreOpen(event.currentTarget.open)}>
        <summary>{texts.more}</summary>
        <MoreFields {...shared} />
      </details>
      {error !== null && <ProblemNote problem={error} fields={shown_fields} />}
      <div>
        <Button type="submit" loading={isPending}>
          {action}
        </Button>
      </div>
    </form>
  );
}

/** The fields that are always visible, by the server's names. */
const main_fields = ['title', 'amount', 'currency', 'max_payments'];
const shown_fields = [
  ...main_fields,
  ...['min_amount', 'max_amount', 'suggested_amounts', 'deposit', 'expires_at', 'description', 'fields'],
  ...['thank_you', 'return_url', 'customer'],
];

function isMore(name: string): boolean {
  return !main_fields.includes(name);
}

/** Whether a link has terms beyond the usual ones. */
function hasMore(draft: LinkDraft): boolean {
  const { min_amount, max_amount, suggested_amounts, until, description } = draft;
  const { thank_you, return_url, phone, email, in_parts, donation, fields } = draft;
  const typed = [min_amount, max_amount, suggested_amounts, until, description];
  const more = [thank_you, return_url, phone, email];
  return in_parts || donation || fields.length > 0 || [...typed, ...more].some((text) => text !== '');
}
