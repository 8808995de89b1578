import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { api, read } from '../../api/client.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useRead } from '../../app/use-read.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Note } from '../../parts/note.tsx';
import { useTitle } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { settings_frame_texts } from './frame-texts.ts';
import { money_texts } from './money-texts.ts';
import { useChanged } from './use-changed.ts';

const address = '/dashboard/api/{merchant_id}/{mode}/settings/money-choices' as const;

/** The choices in each case, the most cautious first. */
const choices_of = {
  on_underpaid: ['ask', 'accept', 'refund_all'],
  on_overpaid: ['ask', 'accept', 'refund_difference', 'refund_all'],
  on_paid_late: ['ask', 'accept', 'refund_all'],
  on_paid_twice: ['ask', 'refund_all'],
} as const;
type Case = keyof typeof choices_of;
type Choices = { readonly [One in Case]: (typeof choices_of)[One][number] };
const cases = Object.keys(choices_of) as readonly Case[];

/** The settings for unexpected money. */
export function MoneyPage() {
  const texts = useTexts(money_texts);
  useTitle(texts.title);
  const saved = useRead(['settings', 'money-choices'], '/settings/money-choices');
  return <QueryView query={saved}>{(choices) => <MoneyForm saved={choices} />}</QueryView>;
}

function MoneyForm({ saved }: { readonly saved: Choices }) {
  const texts = useTexts(money_texts);
  const words = useTexts(settings_frame_texts);
  const { path, keyOf, may } = useFrame();
  const query_client = useQueryClient();
  const { shown, changed, change, forget } = useChanged(saved);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (body: Partial<Choices>) => read(api.PATCH(address, { params: { path }, body })),
    onSuccess: async (_, sent) => {
      await query_client.invalidateQueries({ queryKey: keyOf('settings') });
      forget(sent);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate(changed);
  };
  const isSaved = cases.every((one) => shown[one] === saved[one]);
  return (
    <form className="card settings-form" onSubmit={submit} noValidate>
      <p className="quiet">{texts.about}</p>
      {cases.map((one) => (
        <NativeSelect
          key={one}
          label={texts[one]}
          value={shown[one]}
          onChange={({ currentTarget: { value } }) => change({ [one]: value })}
          data={choices_of[one].map((value) => ({ value, label: texts.choices[value] }))}
          disabled={!may('settings:write')}
        />
      ))}
      <p className="quiet">{texts.other_currency}</p>
      {error !== null && <ProblemNote problem={error} />}
      {isSuccess && isSaved && <Note tone="good" title={words.saved} />}
      {may('settings:write') && (
        <div>
          <Button type="submit" loading={isPending}>
            {words.save}
          </Button>
        </div>
      )}
    </form>
  );
}
