import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import type { FieldWords } from '../../parts/use-problem-words.ts';
import { useLinkOptions } from '../payment-links/verbs.ts';
import { counter_page_texts } from './page-texts.ts';
import { PairingDialog } from './pairing-dialog.tsx';
import { type Pairing, type TillInput, useCounterVerbs } from './verbs.ts';

interface AddTillDialogProps {
  readonly has_cashiers: boolean;
  readonly onClose: () => void;
}

/** Adds a till, and then shows the code that pairs a phone with it. */
export function AddTillDialog({ has_cashiers, onClose }: AddTillDialogProps) {
  const texts = useTexts(counter_page_texts);
  const { language } = useLanguage();
  const { createTill } = useCounterVerbs();
  const [draft, setDraft] = useState<TillInput>({ name: '', currency: '', language });
  const [made, setMade] = useState<Pairing | null>(null);
  const options = useLinkOptions();
  // The country's own currency, unless another one is chosen.
  const currency = draft.currency || (options.data?.currency ?? '');
  if (made !== null) return <PairingDialog first={made} has_cashiers={has_cashiers} onClose={onClose} />;
  return (
    <ConfirmDialog
      is_open
      title={texts.add_till}
      action={texts.add_till}
      fields={['name', 'currency', 'language']}
      onConfirm={async () => setMade(await createTill({ ...draft, currency }))}
      // Once there is a code, its own dialog takes over.
      onClose={(is_done) => !is_done && onClose()}
    >
      {(wordsAt) => (
        <QueryView query={options} lines={3}>
          {({ currencies }) => (
            <TillFields
              draft={{ ...draft, currency }}
              set={(change) => setDraft({ ...draft, ...change })}
              currencies={currencies}
              wordsAt={wordsAt}
            />
          )}
        </QueryView>
      )}
    </ConfirmDialog>
  );
}

interface TillFieldsProps {
  readonly draft: TillInput;
  readonly set: (change: Partial<TillInput>) => void;
  readonly currencies: readonly string[];
  readonly wordsAt: FieldWords<'name' | 'currency' | 'language'>;
}

function TillFields({ draft, set, currencies, wordsAt }: TillFieldsProps) {
  const texts = useTexts(counter_page_texts);
  return (
    <>
      <TextInput
        label={texts.till_name}
        description={texts.till_name_about}
        value={draft.name}
        onChange={(event) => set({ name: event.target.value })}
        error={wordsAt('name')}
        maxLength={40}
        required
        withAsterisk={false}
        autoComplete="off"
        data-autofocus
      />
      <NativeSelect
        label={texts.currency}
        value={draft.currency}
        onChange={(event) => set({ currency: event.target.value })}
        error={wordsAt('currency')}
        data={[...currencies]}
      />
      <NativeSelect
        label={texts.language}
        value={draft.language}
        onChange={(event) => set({ language: event.target.value as TillInput['language'] })}
        error={wordsAt('language')}
        data={Object.entries(texts.languages).map(([value, label]) => ({ value, label }))}
      />
    </>
  );
}
