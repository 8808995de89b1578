import { NativeSelect, TextInput } from '@mantine/core';
import { useTexts } from '../../language/use-language.tsx';
import type { FieldWords } from '../../parts/use-problem-words.ts';
import { ChoiceList } from './choice-list.tsx';
import { link_form_texts } from './form-texts.ts';
import type { LinkDraft } from './link-draft.ts';

export interface FieldsProps {
  readonly draft: LinkDraft;
  readonly set: (change: Partial<LinkDraft>) => void;
  readonly wordsAt: FieldWords;
}

/** The fields that every link needs. @param currencies null if the currency cannot be changed */
export function MainFields(props: FieldsProps & { readonly currencies: readonly string[] | null }) {
  const { draft, set, wordsAt, currencies } = props;
  const texts = useTexts(link_form_texts);
  return (
    <>
      <TextInput
        label={texts.title}
        description={texts.title_about}
        value={draft.title}
        onChange={(event) => set({ title: event.target.value })}
        error={wordsAt('title')}
        maxLength={120}
        required
        withAsterisk={false}
        autoComplete="off"
      />
      <ChoiceList
        legend={texts.kind}
        choices={texts.kinds}
        value={draft.kind}
        onChange={(kind) => set({ kind })}
        error={draft.kind === 'open' ? wordsAt('amount') : undefined}
      />
      <div className="link-money">
        {draft.kind === 'fixed' && (
          <TextInput
            label={texts.amount}
            inputMode="decimal"
            value={draft.amount}
            onChange={(event) => set({ amount: event.target.value })}
            error={wordsAt('amount')}
            required
            withAsterisk={false}
            autoComplete="off"
          />
        )}
        <NativeSelect
          label={texts.currency}
          description={currencies === null ? texts.currency_fixed : undefined}
          value={draft.currency}
          onChange={(event) => set({ currency: event.target.value })}
          error={wordsAt('currency')}
          data={[...(currencies ?? [draft.currency])]}
          disabled={currencies === null}
        />
      </div>
      {!(draft.kind === 'fixed' && draft.in_parts) && <UseFields {...props} />}
    </>
  );
}

/** The number of times that a link can be paid. */
function UseFields({ draft, set, wordsAt }: FieldsProps) {
  const texts = useTexts(link_form_texts);
  return (
    <>
      <ChoiceList
        legend={texts.uses}
        choices={texts.use}
        value={draft.uses}
        onChange={(uses) => set({ uses })}
        error={draft.uses === 'stock' ? undefined : wordsAt('max_payments')}
      />
      {draft.uses === 'stock' && (
        <TextInput
          label={texts.stock}
          description={texts.stock_about}
          inputMode="numeric"
          value={draft.stock}
          onChange={(event) => set({ stock: event.target.value })}
          error={wordsAt('max_payments')}
          required
          withAsterisk={false}
          autoComplete="off"
        />
      )}
    </>
  );
}
