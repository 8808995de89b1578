import { asCurrency } from '@guichet/kernel/currencies';
import { moneyFromMajor } from '@guichet/kernel/money';
import { Button, Group, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, read } from '../../api/client.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { formatMoney } from '../../parts/format-money.ts';
import { Note } from '../../parts/note.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { readAmount } from '../../parts/read-amount.ts';
import { useFieldWords } from '../../parts/use-problem-words.ts';
import { sandbox_texts } from './sandbox-texts.ts';

/** Adds test funds to the balance of test mode. */
export function PlayMoney() {
  const texts = useTexts(sandbox_texts);
  const { language } = useLanguage();
  const { path, keyOf } = useFrame();
  const query_client = useQueryClient();
  const [amount, setAmount] = useState('100000');
  const [currency, setCurrency] = useState('XOF');
  const code = currency.trim().toUpperCase();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () =>
      read(
        api.POST('/dashboard/api/{merchant_id}/{mode}/sandbox/fund', {
          params: { path },
          // The server reports an invalid amount or currency.
          body: { amount: readAmount(amount, code) ?? Number(amount), currency: code },
        }),
      ),
    onSuccess: () => query_client.invalidateQueries({ queryKey: keyOf('balances') }),
  });
  const wordsAt = useFieldWords(error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutate();
  };
  const show = (major: number, code: string): string => {
    const read_amount = moneyFromMajor(major, asCurrency(code));
    return 'money' in read_amount ? formatMoney(read_amount.money, language) : `${major} ${code}`;
  };
  return (
    <section className="card">
      <h2>{texts.fund}</h2>
      <p className="quiet">{texts.fund_about}</p>
      <form onSubmit={submit} noValidate>
        <Group align="start" gap="sm">
          <TextInput
            label={texts.amount}
            inputMode="decimal"
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
            required
            withAsterisk={false}
            error={wordsAt('amount')}
          />
          <TextInput
            label={texts.currency}
            value={currency}
            onChange={(event) => setCurrency(event.target.value)}
            maxLength={3}
            required
            withAsterisk={false}
            error={wordsAt('currency')}
          />
          <Button type="submit" variant="default" className="beside-field" loading={isPending}>
            {texts.add}
          </Button>
        </Group>
        {error !== null && <ProblemNote problem={error} fields={['amount', 'currency']} />}
      </form>
      {data && (
        <Note
          tone="good"
          title={texts.funded(show(data.amount, data.currency), show(data.available, data.currency))}
        />
      )}
    </section>
  );
}
