import { type Money, majorNumber, moneyFromMajor } from '@guichet/kernel/money';
import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Facts } from '../../parts/facts.tsx';
import { formatMoney } from '../../parts/format-money.ts';
import { payout_form_texts } from './form-texts.ts';
import { operatorOf, type PayoutDraft, type PayoutOption } from './payout-draft.ts';
import { useMoneyText } from './use-money-text.ts';

interface PayoutConfirmProps {
  readonly is_open: boolean;
  readonly amount: Money;
  readonly option: PayoutOption;
  readonly draft: PayoutDraft;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Summarizes what will happen, and whether somebody else has to approve it first. */
export function PayoutConfirm({ is_open, amount, option, draft, onConfirm, onClose }: PayoutConfirmProps) {
  const texts = useTexts(payout_form_texts);
  const moneyText = useMoneyText();
  const { language } = useLanguage();
  const { available, approval_above, approval_day_above, approval_recipient_above } = option;
  const { currency } = amount;
  const needs_approval = approval_above !== null && majorNumber(amount) > approval_above;
  /** A limit on a sum over 24 hours is at least the limit of one payout. */
  const sumText = (limit: number | null, single: number): string =>
    moneyText({ amount: Math.max(limit ?? single, single), currency });
  return (
    <ConfirmDialog
      is_open={is_open}
      title={texts.confirm}
      action={needs_approval ? texts.ask : texts.send}
      words={{
        ...{ insufficient_balance: texts.insufficient },
        ...{ unreachable: texts.maybe_made, internal_error: texts.maybe_made },
      }}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Facts
        facts={[
          [texts.you_send, <strong key="amount">{formatMoney(amount, language)}</strong>],
          [texts.to, `${draft.phone} ${[draft.first_name, draft.last_name].join(' ').trim()}`],
          [texts.operator, operatorOf(option, draft)?.name ?? ''],
          [texts.left, formatMoney(leftOf(available, amount), language)],
        ]}
      />
      {approval_above !== null && (
        <p className="quiet">
          {needs_approval
            ? texts.needs_approval(moneyText({ amount: approval_above, currency }))
            : texts.sums_may_need_approval(
                sumText(approval_day_above, approval_above),
                sumText(approval_recipient_above, approval_above),
              )}
        </p>
      )}
    </ConfirmDialog>
  );
}

/** @param available in the major unit */
function leftOf(available: number, { amount_minor, currency }: Money): Money {
  const balance = moneyFromMajor(available, currency);
  if ('problem' in balance) throw new Error(`not an amount of ${currency}: ${available}`);
  return { amount_minor: balance.money.amount_minor - amount_minor, currency };
}
