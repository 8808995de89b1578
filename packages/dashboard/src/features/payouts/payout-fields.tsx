import { NativeSelect, TextInput } from '@mantine/core';
import { useTexts } from '../../language/use-language.tsx';
import type { FieldWords } from '../../parts/use-problem-words.ts';
import { payout_form_texts } from './form-texts.ts';
import type { PayoutDraft, PayoutOption } from './payout-draft.ts';
import { useMoneyText } from './use-money-text.ts';

interface PayoutFieldsProps {
  readonly currency: string;
  readonly option: PayoutOption;
  readonly draft: PayoutDraft;
  /** The problems of each field. */
  readonly wordsAt: FieldWords;
  readonly onChange: (draft: PayoutDraft) => void;
}

/** The fields of a payout: recipient, operator and amount. */
export function PayoutFields({ currency, option, draft, wordsAt, onChange }: PayoutFieldsProps) {
  const texts = useTexts(payout_form_texts);
  const moneyText = useMoneyText();
  const field = (name: keyof PayoutDraft, path_of_field: string = name) => ({
    label: texts[name],
    value: draft[name],
    error: wordsAt(path_of_field),
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onChange({ ...draft, [name]: event.target.value }),
  });
  return (
    <>
      <TextInput
        {...field('phone', 'recipient.phone')}
        type="tel"
        description={texts.phone_about}
        autoComplete="off"
        required
        withAsterisk={false}
      />
      <NativeSelect
        {...field('operator')}
        error={option.operators.length === 0 ? texts.no_operator : wordsAt('operator')}
        data={[
          { value: '', label: texts.choose },
          ...option.operators.map(({ code, name, country }) => ({
            value: code,
            label: `${name} ${country}`,
          })),
        ]}
        required
        withAsterisk={false}
      />
      <TextInput
        {...field('amount')}
        inputMode="decimal"
        rightSection={<span className="quiet">{currency}</span>}
        rightSectionWidth={64}
        description={
          option.approval_above === null
            ? undefined
            : texts.needs_approval(moneyText({ amount: option.approval_above, currency }))
        }
        required
        withAsterisk={false}
        autoComplete="off"
      />
      <TextInput {...field('first_name', 'recipient.first_name')} maxLength={100} autoComplete="off" />
      <TextInput {...field('last_name', 'recipient.last_name')} maxLength={100} autoComplete="off" />
      <TextInput
        {...field('description')}
        maxLength={255}
        description={texts.description_about}
        autoComplete="off"
      />
    </>
  );
}
