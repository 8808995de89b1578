import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { counter_page_texts } from './page-texts.ts';
import { PinDialog, type ShownPin } from './pin-dialog.tsx';
import { useCounterVerbs } from './verbs.ts';

/** Adds a cashier, and then shows their PIN. */
export function AddCashierDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts(counter_page_texts);
  const { addCashier } = useCounterVerbs();
  const [name, setName] = useState('');
  const [made, setMade] = useState<ShownPin | null>(null);
  if (made !== null) return <PinDialog shown={made} onClose={onClose} />;
  return (
    <ConfirmDialog
      is_open
      title={texts.add_cashier}
      action={texts.add_cashier}
      fields={['name']}
      onConfirm={async () => {
        const { cashier, pin } = await addCashier(name);
        setMade({ name: cashier.name, pin });
      }}
      // Once there is a PIN, its own dialog takes over.
      onClose={(is_done) => !is_done && onClose()}
    >
      {(wordsAt) => (
        <TextInput
          label={texts.cashier_name}
          description={texts.cashier_name_about}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={wordsAt('name')}
          maxLength={40}
          required
          withAsterisk={false}
          autoComplete="off"
          data-autofocus
        />
      )}
    </ConfirmDialog>
  );
}
