import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { readAmount, wrongAmount } from '../../parts/read-amount.ts';
import { useFieldWords } from '../../parts/use-problem-words.ts';
import { trial_page_texts } from './page-texts.ts';
import { type TrialInput, type TrialOptions, useStartTrial } from './read.ts';
import { trial_texts } from './texts.ts';

const languages = ['fr', 'en', 'sw', 'pt', 'ar'] as const;
const templates = ['default', 'abidjan', 'cotonou'] as const;

interface TrialFormProps {
  readonly options: TrialOptions;
  /** Whether nothing has been started yet; later the form is folded. */
  readonly is_first: boolean;
  readonly language: string | undefined;
  readonly onStarted: (payment_id: string, language: string) => void;
}

/** Asks what is to be sold, with usual answers filled in. */
export function TrialForm(props: TrialFormProps) {
  const texts = useTexts(trial_page_texts);
  if (props.is_first) {
    return (
      <section className="card">
        <h2>{texts.order}</h2>
        <Fields {...props} />
      </section>
    );
  }
  return (
    <details className="card">
      <summary>
        <strong>{texts.again}</strong> <span className="quiet">{texts.again_about}</span>
      </summary>
      <Fields {...props} />
    </details>
  );
}

function Fields({ options, language, onStarted }: TrialFormProps) {
  const texts = useTexts(trial_page_texts);
  const { description } = useTexts(trial_texts);
  const own = useLanguage();
  const usual = (code: string): string =>
    String(options.currencies.find(({ currency }) => currency === code)?.amount ?? '');
  const [typed, setTyped] = useState({
    amount: usual(options.currency),
    currency: options.currency,
    description,
    language: languages.find((one) => one === language) ?? (own.language as string),
    template: '',
  });
  const [wrong, setWrong] = useState<Error | null>(null);
  const { start, isPending, error: refused } = useStartTrial((id) => onStarted(id, typed.language));
  const error = wrong ?? refused;
  const wordsAt = useFieldWords(error);
  const set = (change: Partial<typeof typed>) => setTyped({ ...typed, ...change });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const amount = readAmount(typed.amount, typed.currency);
    setWrong(amount === null ? wrongAmount('amount') : null);
    if (amount !== null) start(inputOf(typed, amount));
  };
  return (
    <form className="trial-form" onSubmit={submit} noValidate>
      <div className="trial-money">
        <TextInput
          label={texts.amount}
          inputMode="decimal"
          value={typed.amount}
          onChange={(event) => set({ amount: event.target.value })}
          error={wordsAt('amount')}
          autoComplete="off"
        />
        <NativeSelect
          label={texts.currency}
          value={typed.currency}
          onChange={(event) => set({ currency: event.target.value, amount: usual(event.target.value) })}
          error={wordsAt('currency')}
          data={options.currencies.map(({ currency }) => currency)}
        />
      </div>
      <TextInput
        label={texts.what}
        description={texts.what_about}
        value={typed.description}
        onChange={(event) => set({ description: event.target.value })}
        error={wordsAt('description')}
        maxLength={255}
        autoComplete="off"
      />
      <Looks typed={typed} set={set} />
      {error !== null && <ProblemNote problem={error} fields={['amount', 'currency', 'description']} />}
      <div>
        <Button type="submit" loading={isPending}>
          {texts.start}
        </Button>
      </div>
    </form>
  );
}

interface LooksProps {
  readonly typed: { readonly language: string; readonly template: string };
  readonly set: (change: { readonly language?: string; readonly template?: string }) => void;
}

/** The language and the template of the page. */
function Looks({ typed, set }: LooksProps) {
  const texts = useTexts(trial_page_texts);
  return (
    <div className="trial-looks">
      <NativeSelect
        label={texts.language}
        value={typed.language}
        onChange={(event) => set({ language: event.target.value })}
        data={languages.map((value) => ({ value, label: texts.languages[value] }))}
      />
      <NativeSelect
        label={texts.template}
        value={typed.template}
        onChange={(event) => set({ template: event.target.value })}
        data={[
          { value: '', label: texts.own_template },
          ...templates.map((value) => ({ value, label: texts.templates[value] })),
        ]}
      />
    </div>
  );
}

function inputOf(
  typed: { readonly currency: string; readonly description: string; readonly template: string },
  amount: number,
): TrialInput {
  const { currency } = typed;
  const template = templates.find((one) => one === typed.template);
  const description = typed.description.trim();
  return { amount, currency, ...(description !== '' && { description }), ...(template && { template }) };
}
