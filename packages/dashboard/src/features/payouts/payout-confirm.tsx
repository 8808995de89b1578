import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Facts } from '../../parts/facts.tsx';
import { payout_form_texts } from './form-texts.ts';
import { amountOf, operatorOf, type PayoutDraft, type PayoutOption } from './payout-draft.ts';
import { useMoneyText } from './use-money-text.ts';

interface PayoutConfirmProps {
  readonly is_open: boolean;
  readonly currency: string;
  readonly option: PayoutOption;
  readonly draft: PayoutDraft;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Says once more what will happen, and whether somebody else has to approve it first. */
export function PayoutConfirm({ is_open, currency, option, draft, onConfirm, onClose }: PayoutConfirmProps) {
  const texts = useTexts(payout_form_texts);
  const moneyText = useMoneyText();
  const { available, approval_above } = option;
  const amount = amountOf(draft);
  const needs_approval = approval_above !== null && amount > approval_above;
  return (
    <ConfirmDialog
      is_open={is_open}
      title={texts.confirm}
      action={needs_approval ? texts.ask : texts.send}
      words={{ insufficient_balance: texts.insufficient }}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Facts
        facts={[
          [texts.you_send, <strong key="amount">{moneyText({ amount, currency })}</strong>],
          [texts.to, `${draft.phone} ${[draft.first_name, draft.last_name].join(' ').trim()}`],
          [texts.operator, operatorOf(option, draft)?.name ?? ''],
          [texts.left, moneyText({ amount: available - amount, currency })],
        ]}
      />
      {needs_approval && (
        <p className="quiet">{texts.needs_approval(moneyText({ amount: approval_above, currency }))}</p>
      )}
    </ConfirmDialog>
  );
}
