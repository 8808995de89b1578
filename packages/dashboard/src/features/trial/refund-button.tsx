import { Button } from '@mantine/core';
import { useState } from 'react';
import { makeLate } from '../../app/make-late.tsx';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import type { PaymentDetail } from '../payments/payment.ts';
import { trial_page_texts } from './page-texts.ts';

const RefundDialog = makeLate(() =>
  import('../payments/refund-dialog.tsx').then((module) => module.RefundDialog),
);

/** Refunds the money that is left of a trial, with the dialog of every refund. */
export function RefundButton({ detail }: { readonly detail: PaymentDetail }) {
  const texts = useTexts(trial_page_texts);
  const { may } = useFrame();
  const [is_open, setOpen] = useState(false);
  const attempt = detail.attempts.findLast(({ refundable_amount }) => (refundable_amount ?? 0) > 0);
  if (!attempt || !may('payments:refund')) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts.refund}
      </Button>
      {is_open && <RefundDialog payment={detail.payment} attempt={attempt} onClose={() => setOpen(false)} />}
    </>
  );
}
