import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { book_texts } from '../../parts/book-texts.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { readAmount, wrongAmount } from '../../parts/read-amount.ts';
import type { FieldWords } from '../../parts/use-problem-words.ts';
import { movement_texts } from './movement-texts.ts';
import { type MovementInput, useHolders, useMovementVerbs } from './movement-verbs.ts';

const kinds = [
  ...(['float_deposited', 'swept_to_bank', 'fees_swept', 'operator_fee', 'fees_charged'] as const),
  ...(['suspense_covered', 'duplicates_covered'] as const),
];
type Kind = (typeof kinds)[number];

/** The kinds of movement that involve no account with a provider. */
const internal: readonly Kind[] = ['fees_charged', 'suspense_covered', 'duplicates_covered'];

const lengths_max = { reference: 100, note: 500 } as const;
const fields = ['kind', 'account', 'currency', 'amount', 'reference', 'note'] as const;

/** Opens the form to record a movement. @param currency selected when the form opens */
export function RecordButton({ currency }: { readonly currency: string }) {
  const texts = useTexts(movement_texts);
  const [is_open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts.record}
      </Button>
      {is_open && <RecordDialog currency={currency} onClose={() => setOpen(false)} />}
    </>
  );
}

function RecordDialog(props: { readonly currency: string; readonly onClose: () => void }) {
  const texts = useTexts(movement_texts);
  const books = useTexts(book_texts);
  const { record } = useMovementVerbs();
  const holders = useHolders() ?? [];
  const [draft, setDraft] = useState({
    ...{ kind: 'float_deposited' as Kind, account: '', currency: props.currency },
    ...{ amount: '', reference: '', note: '' },
  });
  const set = (change: Partial<typeof draft>): void => setDraft({ ...draft, ...change });
  const takes_account = !internal.includes(draft.kind);
  const account = draft.account || holders[0]?.id;
  return (
    <ConfirmDialog
      is_open
      title={texts.record}
      action={texts.save}
      onConfirm={async () => record(bodyOf({ ...draft, account: takes_account ? account : undefined }))}
      onClose={props.onClose}
      fields={fields}
    >
      {(wordsAt) => (
        <>
          <NativeSelect
            label={texts.kind}
            description={texts.kinds_about[draft.kind]}
            value={draft.kind}
            onChange={(event) => set({ kind: kinds.find((kind) => kind === event.target.value) ?? kinds[0] })}
            error={wordsAt('kind')}
            data={kinds.map((kind) => ({ value: kind, label: books.kinds[kind] }))}
          />
          {takes_account && (
            <NativeSelect
              label={texts.account}
              description={holders.length === 0 ? texts.no_account : undefined}
              value={account}
              onChange={(event) => set({ account: event.target.value })}
              error={wordsAt('account')}
              data={holders.map(({ id, name }) => ({ value: id, label: name ?? texts.sandbox }))}
            />
          )}
          <MoneyFields draft={draft} set={set} wordsAt={wordsAt} />
          {(['reference', 'note'] as const).map((name) => (
            <TextInput
              key={name}
              label={texts[name]}
              description={texts[`${name}_about`]}
              maxLength={lengths_max[name]}
              value={draft[name]}
              onChange={(event) => set({ [name]: event.target.value })}
              error={wordsAt(name)}
            />
          ))}
        </>
      )}
    </ConfirmDialog>
  );
}

interface MoneyFieldsProps {
  readonly draft: Pick<Draft, 'amount' | 'currency'>;
  readonly set: (change: Partial<Pick<Draft, 'amount' | 'currency'>>) => void;
  readonly wordsAt: FieldWords<(typeof fields)[number]>;
}

function MoneyFields({ draft, set, wordsAt }: MoneyFieldsProps) {
  const texts = useTexts(movement_texts);
  return (
    <div className="movement-money">
      <TextInput
        label={texts.amount}
        inputMode="decimal"
        value={draft.amount}
        onChange={(event) => set({ amount: event.target.value })}
        error={wordsAt('amount')}
      />
      <TextInput
        label={texts.currency}
        maxLength={3}
        autoCapitalize="characters"
        value={draft.currency}
        onChange={(event) => set({ currency: event.target.value.toUpperCase() })}
        error={wordsAt('currency')}
      />
    </div>
  );
}

interface Draft {
  readonly kind: Kind;
  readonly account: string | undefined;
  readonly currency: string;
  readonly amount: string;
  readonly reference: string;
  readonly note: string;
}

/** @throws ApiProblem naming the amount if it is not valid in the currency */
function bodyOf({ kind, account, currency, amount: typed, reference, note }: Draft): MovementInput {
  const amount = readAmount(typed, currency);
  if (amount === null) throw wrongAmount('amount');
  return {
    ...{ kind, currency, amount, reference },
    ...(account !== undefined && { account }),
    ...(note.trim() !== '' && { note }),
  };
}
