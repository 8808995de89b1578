import type { Money } from '@guichet/kernel/money';
import { Button, NativeSelect } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { wrongAmount } from '../../parts/read-amount.ts';
import { useFieldWords } from '../../parts/use-problem-words.ts';
import { payout_form_texts } from './form-texts.ts';
import { PayoutConfirm } from './payout-confirm.tsx';
import { amountOf, bodyOf, empty_draft, type PayoutOption } from './payout-draft.ts';
import { PayoutFields } from './payout-fields.tsx';
import { useMoneyText } from './use-money-text.ts';
import { usePayoutVerbs } from './verbs.ts';

interface PayoutFormProps {
  readonly options: readonly PayoutOption[];
  readonly first: PayoutOption;
}

/** Asks for the fields, summarizes what will happen, then sends: repeated clicks create one payout. */
export function PayoutForm({ options, first }: PayoutFormProps) {
  const texts = useTexts(payout_form_texts);
  const { path } = useFrame();
  const navigate = useNavigate();
  const { order } = usePayoutVerbs();
  const moneyText = useMoneyText();
  const [currency, setCurrency] = useState(first.currency);
  const [draft, setDraft] = useState(empty_draft);
  const [is_asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const wordsAt = useFieldWords(problem);
  const option = options.find((one) => one.currency === currency) ?? first;
  const amount = amountOf(draft, currency);
  const send = async (sent: Money): Promise<void> => {
    const body = bodyOf(sent, option, draft);
    try {
      const { data, is_replayed } = await order(body);
      if (is_replayed) notifications.show({ message: texts.made_before });
      const params = { ...path, payout_id: data.id };
      await navigate({ to: '/$merchant_id/$mode/payouts/$payout_id', params });
    } catch (error) {
      if (!(error instanceof ApiProblem) || Object.keys(error.fields).length === 0) throw error;
      // Returns to the fields, which show their errors.
      setProblem(error);
    }
  };
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    setProblem(amount === null ? wrongAmount('amount') : null);
    setAsking(amount !== null);
  };
  const of_draft = { currency, option, draft };
  return (
    <>
      <form className="card payout-form" onSubmit={ask} noValidate>
        <NativeSelect
          label={texts.currency}
          value={currency}
          onChange={(event) => setCurrency(event.target.value)}
          error={wordsAt('currency')}
          data={options.map((one) => ({
            value: one.currency,
            label: texts.balance(one.currency, moneyText({ amount: one.available, currency: one.currency })),
          }))}
        />
        <PayoutFields {...of_draft} wordsAt={wordsAt} onChange={setDraft} />
        {problem !== null && <ProblemNote problem={problem} fields={shown_fields} />}
        <Button type="submit" disabled={option.operators.length === 0}>
          {texts.go_on}
        </Button>
      </form>
      {amount && (
        <PayoutConfirm
          {...{ amount, option, draft }}
          is_open={is_asking}
          onConfirm={() => send(amount)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** The fields that show their own problem. */
const shown_fields = ['currency', 'operator', 'amount', 'recipient', 'description'];
