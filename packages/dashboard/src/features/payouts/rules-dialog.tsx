import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { readOptionalAmount } from '../../parts/read-amount.ts';
import { payout_form_texts } from './form-texts.ts';
import { payout_page_texts } from './page-texts.ts';
import { type PayoutOptions, usePayoutOptions, usePayoutVerbs } from './verbs.ts';

type Option = PayoutOptions['currencies'][number];

/** Opens the rules; nothing while there is no money that they could be about. */
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

/** From which amount on two people are needed, and which balance is low. */
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
  return (
    <ConfirmDialog
      is_open
      title={texts.rules}
      action={texts.save}
      onConfirm={async () =>
        setRule(currency, {
          approval_above: readOptionalAmount('approval_above', fields.approval_above, currency),
          low_balance: readOptionalAmount('low_balance', fields.low_balance, currency),
        })
      }
      onClose={onClose}
      fields={['currency', 'approval_above', 'low_balance']}
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
          <TextInput
            label={texts.approval_above}
            description={texts.approval_above_about}
            inputMode="decimal"
            value={fields.approval_above}
            onChange={(event) => setFields({ ...fields, approval_above: event.target.value })}
            error={wordsAt('approval_above')}
          />
          <TextInput
            label={texts.low_balance}
            description={texts.low_balance_about}
            inputMode="decimal"
            value={fields.low_balance}
            onChange={(event) => setFields({ ...fields, low_balance: event.target.value })}
            error={wordsAt('low_balance')}
          />
        </>
      )}
    </ConfirmDialog>
  );
}

function fieldsOf({ approval_above, low_balance }: Option) {
  return { approval_above: approval_above?.toString() ?? '', low_balance: low_balance?.toString() ?? '' };
}
