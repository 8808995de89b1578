import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { readOptionalAmount } from '../../parts/read-amount.ts';
import { payout_form_texts } from './form-texts.ts';
import { payout_page_texts } from './page-texts.ts';
import { type PayoutOptions, usePayoutOptions, usePayoutVerbs } from './verbs.ts';

type Option = PayoutOptions['currencies'][number];

const amounts = [
  ...(['approval_above', 'approval_day_above', 'approval_recipient_above'] as const),
  'low_balance',
] as const;
type Amount = (typeof amounts)[number];

/** The button that opens the rules; nothing while there are no balances. */
export function RulesButton() {
  const texts = useTexts(payout_page_texts);
  const { data: options } = usePayoutOptions();
  const [is_open, setOpen] = useState(false);
  const [first] = options?.currencies ?? [];
  if (!options || !first) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts.rules}
      </Button>
      {is_open && <RulesDialog options={options} first={first} onClose={() => setOpen(false)} />}
    </>
  );
}

interface RulesDialogProps {
  readonly options: PayoutOptions;
  readonly first: Option;
  readonly onClose: () => void;
}

/** Sets the amounts above which a second person has to approve, and the balance below which to warn. */
function RulesDialog({ options, first, onClose }: RulesDialogProps) {
  const texts = useTexts(payout_form_texts);
  const { setRule } = usePayoutVerbs();
  const [currency, setCurrency] = useState(first.currency);
  const [fields, setFields] = useState(fieldsOf(first));
  const choose = (code: string): void => {
    const option = options.currencies.find((one) => one.currency === code);
    if (!option) return;
    setCurrency(code);
    setFields(fieldsOf(option));
  };
  const amountOf = (field: Amount) => readOptionalAmount(field, fields[field], currency);
  return (
    <ConfirmDialog
      is_open
      title={texts.rules}
      action={texts.save}
      onConfirm={async () =>
        setRule(currency, {
          approval_above: amountOf('approval_above'),
          approval_day_above: amountOf('approval_day_above'),
          approval_recipient_above: amountOf('approval_recipient_above'),
          low_balance: amountOf('low_balance'),
        })
      }
      onClose={onClose}
      fields={['currency', ...amounts]}
    >
      {(wordsAt) => (
        <>
          <p className="quiet">{texts.rules_about}</p>
          <NativeSelect
            label={texts.currency}
            value={currency}
            onChange={(event) => choose(event.target.value)}
            error={wordsAt('currency')}
            data={options.currencies.map((option) => option.currency)}
          />
          {amounts.map((field) => (
            <TextInput
              key={field}
              label={texts[field]}
              description={texts[`${field}_about`]}
              inputMode="decimal"
              value={fields[field]}
              onChange={(event) => setFields({ ...fields, [field]: event.target.value })}
              error={wordsAt(field)}
            />
          ))}
        </>
      )}
    </ConfirmDialog>
  );
}

function fieldsOf(option: Option): Record<Amount, string> {
  const textOf = (field: Amount): string => option[field]?.toString() ?? '';
  return {
    approval_above: textOf('approval_above'),
    approval_day_above: textOf('approval_day_above'),
    approval_recipient_above: textOf('approval_recipient_above'),
    low_balance: textOf('low_balance'),
  };
}
