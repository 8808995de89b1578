import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import type { PaymentDetail } from './payment.ts';
import { receipt_texts } from './receipt-texts.ts';
import { useCollect } from './use-collect.ts';

/** Records that the goods of a paid payment were handed over; shown until someone has done so. */
export function CollectReceipt({ detail }: { readonly detail: PaymentDetail }) {
  const texts = useTexts(receipt_texts);
  const { may } = useFrame();
  const { payment, collection } = detail;
  const collect = useCollect(payment.id, payment.reference);
  const [is_open, setOpen] = useState(false);
  if (payment.status !== 'success' || collection !== null || !may('receipts:collect')) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts.collect}
      </Button>
      <ConfirmDialog
        is_open={is_open}
        title={texts.collect}
        action={texts.collect_sure}
        onConfirm={collect}
        onClose={() => setOpen(false)}
      >
        <p>{texts.collect_about}</p>
      </ConfirmDialog>
    </>
  );
}
