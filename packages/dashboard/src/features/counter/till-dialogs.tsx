import { useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { counter_page_texts } from './page-texts.ts';
import { PairingDialog } from './pairing-dialog.tsx';
import { type Pairing, type Till, useCounterVerbs } from './verbs.ts';

export interface ChosenTill {
  readonly till: Till;
  readonly verb: 'pair' | 'disconnect' | 'remove';
}

interface TillDialogProps {
  readonly till: Till;
  readonly onClose: () => void;
}

interface TillDialogsProps {
  readonly chosen: ChosenTill;
  readonly has_cashiers: boolean;
  readonly onClose: () => void;
}

/** Asks for confirmation before an action on a till. */
export function TillDialogs({ chosen: { till, verb }, has_cashiers, onClose }: TillDialogsProps) {
  if (verb === 'pair') return <PairAgain till={till} has_cashiers={has_cashiers} onClose={onClose} />;
  if (verb === 'disconnect') return <Disconnect till={till} onClose={onClose} />;
  return <Remove till={till} onClose={onClose} />;
}

function PairAgain({ till, has_cashiers, onClose }: TillDialogProps & { readonly has_cashiers: boolean }) {
  const texts = useTexts(counter_page_texts);
  const { renewCode } = useCounterVerbs();
  const [made, setMade] = useState<Pairing | null>(null);
  if (made !== null) return <PairingDialog first={made} has_cashiers={has_cashiers} onClose={onClose} />;
  return (
    <ConfirmDialog
      is_open
      title={texts.new_code_title(till.name)}
      action={texts.show_code}
      onConfirm={async () => setMade(await renewCode(till.id))}
      // Once there is a code, its own dialog takes over.
      onClose={(is_done) => !is_done && onClose()}
    >
      <p>{texts.new_code_about}</p>
      {till.status === 'paired' && <p>{texts.new_code_paired}</p>}
    </ConfirmDialog>
  );
}

function Disconnect({ till, onClose }: TillDialogProps) {
  const texts = useTexts(counter_page_texts);
  const { disconnect } = useCounterVerbs();
  return (
    <ConfirmDialog
      is_open
      title={texts.disconnect_title(till.name)}
      action={texts.disconnect}
      is_dangerous
      onConfirm={() => disconnect(till.id)}
      onClose={onClose}
    >
      <p>{texts.disconnect_about}</p>
    </ConfirmDialog>
  );
}

function Remove({ till, onClose }: TillDialogProps) {
  const texts = useTexts(counter_page_texts);
  const { removeTill } = useCounterVerbs();
  return (
    <ConfirmDialog
      is_open
      title={texts.remove_till_title(till.name)}
      action={texts.remove}
      is_dangerous
      onConfirm={() => removeTill(till.id)}
      onClose={onClose}
    >
      <p>{texts.remove_till_about}</p>
    </ConfirmDialog>
  );
}
