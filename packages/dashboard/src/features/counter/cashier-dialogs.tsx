import { useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { counter_page_texts } from './page-texts.ts';
import { PinDialog } from './pin-dialog.tsx';
import { type Cashier, useCounterVerbs } from './verbs.ts';

export interface ChosenCashier {
  readonly cashier: Cashier;
  readonly verb: 'new_pin' | 'remove';
}

interface CashierDialogProps {
  readonly cashier: Cashier;
  readonly onClose: () => void;
}

/** Asks for confirmation before an action on a cashier. */
export function CashierDialogs(props: { readonly chosen: ChosenCashier; readonly onClose: () => void }) {
  const { cashier, verb } = props.chosen;
  if (verb === 'new_pin') return <RenewPin cashier={cashier} onClose={props.onClose} />;
  return <Remove cashier={cashier} onClose={props.onClose} />;
}

function RenewPin({ cashier: { id, name }, onClose }: CashierDialogProps) {
  const texts = useTexts(counter_page_texts);
  const { renewPin } = useCounterVerbs();
  const [pin, setPin] = useState<string | null>(null);
  if (pin !== null) return <PinDialog shown={{ name, pin }} onClose={onClose} />;
  return (
    <ConfirmDialog
      is_open
      title={texts.new_pin_title(name)}
      action={texts.new_pin}
      onConfirm={async () => setPin((await renewPin(id)).pin)}
      // Once there is a PIN, its own dialog takes over.
      onClose={(is_done) => !is_done && onClose()}
    >
      <p>{texts.new_pin_about}</p>
    </ConfirmDialog>
  );
}

function Remove({ cashier: { id, name }, onClose }: CashierDialogProps) {
  const texts = useTexts(counter_page_texts);
  const { removeCashier } = useCounterVerbs();
  return (
    <ConfirmDialog
      is_open
      title={texts.remove_cashier_title(name)}
      action={texts.remove}
      is_dangerous
      onConfirm={() => removeCashier(id)}
      onClose={onClose}
    >
      <p>{texts.remove_cashier_about}</p>
    </ConfirmDialog>
  );
}
