import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Facts } from '../../parts/facts.tsx';
import { bulk_page_texts } from './bulk-page-texts.ts';
import { type PayoutBatch, type PayoutBatchDetail, useBatchVerbs } from './bulk-verbs.ts';
import { useMoneyText } from './use-money-text.ts';

/** Asks for confirmation before a file is paid out, or discarded. */
export function BatchConfirm({ detail }: { readonly detail: PayoutBatchDetail }) {
  const texts = useTexts(bulk_page_texts);
  const moneyText = useMoneyText();
  const { confirm } = useBatchVerbs();
  const [asked, setAsked] = useState<'confirm' | 'discard' | null>(null);
  const [ticked, setTicked] = useState<string | null>(null);
  const { batch, effects, needs_approval, same_as, may } = detail;
  if (!may.confirm) return null;
  const count = batch.totals.reduce((sum, { payouts }) => sum + payouts, 0);
  const above = batch.totals.flatMap(({ currency, amount }) => {
    const limit = effects.find((effect) => effect.currency === currency)?.approval_above ?? null;
    return limit !== null && amount > limit ? [moneyText({ amount: limit, currency })] : [];
  });
  const paid_id = same_as?.status === 'confirmed' ? same_as.id : undefined;
  // The tick belongs to the file that was shown: if another one has been paid since, it has to be set again.
  const again = paid_id === ticked ? paid_id : undefined;
  const action = needs_approval ? texts.confirm_for_approval : texts.confirm;
  // If no amount of the file alone is above its limit, the sums over 24 hours are.
  const reason = above.length > 0 ? texts.needs_approval(above.join(', ')) : texts.sums_need_approval;
  const approval = needs_approval && <p>{reason}</p>;
  return (
    <div className="bulk-confirm card">
      {approval}
      {paid_id !== undefined && (
        <Checkbox
          label={texts.again}
          checked={again !== undefined}
          mb={16}
          onChange={(event) => setTicked(event.target.checked ? paid_id : null)}
        />
      )}
      <div className="bulk-actions">
        <Button disabled={paid_id !== again} onClick={() => setAsked('confirm')}>
          {action}
        </Button>
        <Button variant="default" onClick={() => setAsked('discard')}>
          {texts.discard}
        </Button>
      </div>
      <ConfirmDialog
        is_open={asked === 'confirm'}
        title={texts.confirm_title(texts.payouts(count))}
        action={action}
        words={{
          insufficient_balance: texts.insufficient,
          conflict: texts.changed,
          invalid_fields: texts.cannot_be_paid,
        }}
        onConfirm={() => confirm(batch.id, again)}
        onClose={() => setAsked(null)}
      >
        <Facts
          facts={batch.totals.flatMap(({ currency, amount }) => {
            const effect = effects.find((one) => one.currency === currency);
            return [
              [
                `${texts.amount} · ${currency}`,
                <strong key={currency}>{moneyText({ amount, currency })}</strong>,
              ],
              ...(effect ? [[texts.left, moneyText({ amount: effect.left, currency })] as const] : []),
            ] as const;
          })}
        />
        {approval}
        <p className="quiet">{texts.confirm_about}</p>
      </ConfirmDialog>
      <Discard batch={batch} is_open={asked === 'discard'} onClose={() => setAsked(null)} />
    </div>
  );
}

interface DiscardProps {
  readonly batch: PayoutBatch;
  readonly is_open: boolean;
  readonly onClose: () => void;
}

function Discard({ batch, is_open, onClose }: DiscardProps) {
  const texts = useTexts(bulk_page_texts);
  const { discard } = useBatchVerbs();
  return (
    <ConfirmDialog
      is_open={is_open}
      title={texts.discard_title}
      action={texts.discard}
      is_dangerous
      words={{ conflict: texts.changed }}
      onConfirm={() => discard(batch.id)}
      onClose={onClose}
    >
      <p>{texts.discard_about}</p>
    </ConfirmDialog>
  );
}
