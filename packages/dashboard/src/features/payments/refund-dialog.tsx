import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, read } from '../../api/client.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { part_texts } from '../../parts/texts.ts';
import type { PaymentDetail, Try } from './payment.ts';
import { payment_texts } from './payment-texts.ts';
import { useMoney } from './use-money.ts';

interface RefundDialogProps {
  readonly payment: PaymentDetail['payment'];
  /** Whose money goes back. */
  readonly attempt: Try;
  readonly onClose: () => void;
}

/** Asks how much and why, then once more; however often one clicks, one refund is made. */
export function RefundDialog({ payment, attempt, onClose }: RefundDialogProps) {
  const texts = useTexts(payment_texts);
  const parts = useTexts(part_texts);
  const money = useMoney(payment.currency);
  const left = attempt.refundable_amount ?? 0;
  const [amount_text, setAmountText] = useState(String(left));
  const [reason, setReason] = useState(attempt.duplicate ? texts.duplicate_reason : '');
  const [step, setStep] = useState<'what' | 'sure'>('what');
  const [key, setKey] = useState(() => crypto.randomUUID());
  const amount = readAmount(amount_text);
  const refund = useRefund(payment.id, { attempt_id: attempt.id, amount: amount ?? 0, reason }, key, onClose);
  const change = (): void => {
    refund.reset();
    // What is sent next is another request.
    setKey(crypto.randomUUID());
    setStep('what');
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (step === 'what') setStep('sure');
    else refund.mutate();
  };
  return (
    <Modal
      opened
      onClose={() => !refund.isPending && onClose()}
      title={attempt.duplicate ? texts.refund_duplicate : texts.refund_title}
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          {step === 'what' ? (
            <WhatFields {...{ payment, left, amount_text, setAmountText, amount, reason, setReason }} />
          ) : (
            <p>{texts.refund_confirm(money(amount ?? 0), attempt.phone)}</p>
          )}
          {refund.isError && <ProblemNote problem={refund.error} />}
          <Group justify="flex-end" gap="xs">
            <Button
              variant="default"
              onClick={step === 'what' ? onClose : change}
              disabled={refund.isPending}
            >
              {step === 'what' ? parts.cancel : texts.refund_change}
            </Button>
            {step === 'what' ? (
              <Button type="submit" disabled={amount === undefined || reason.trim() === ''}>
                {texts.refund_next}
              </Button>
            ) : (
              <Button type="submit" color="red.9" loading={refund.isPending}>
                {texts.refund_sure(money(amount ?? 0))}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function useRefund(
  id: string,
  body: { readonly attempt_id: string; readonly amount: number; readonly reason: string },
  key: string,
  onClose: () => void,
) {
  const texts = useTexts(payment_texts);
  const { path, keyOf } = useFrame();
  const query_client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      read(
        api.POST('/dashboard/api/{merchant_id}/{mode}/payments/{id}/refunds', {
          params: { path: { ...path, id } },
          headers: { 'idempotency-key': key },
          body,
        }),
      ),
    onSuccess: async () => {
      notifications.show({ message: texts.refund_made });
      onClose();
      await query_client.invalidateQueries({ queryKey: keyOf('payments') });
    },
  });
}

interface WhatFieldsProps {
  readonly payment: PaymentDetail['payment'];
  readonly left: number;
  readonly amount_text: string;
  readonly setAmountText: (text: string) => void;
  readonly amount: number | undefined;
  readonly reason: string;
  readonly setReason: (text: string) => void;
}

function WhatFields({
  payment,
  left,
  amount_text,
  setAmountText,
  amount,
  reason,
  setReason,
}: WhatFieldsProps) {
  const texts = useTexts(payment_texts);
  const money = useMoney(payment.currency);
  return (
    <>
      <TextInput
        label={texts.refund_amount}
        description={texts.refund_amount_about(money(left))}
        value={amount_text}
        onChange={(event) => setAmountText(event.target.value)}
        error={amount === undefined ? texts.not_an_amount : undefined}
        inputMode="decimal"
        rightSection={<span className="quiet">{payment.currency}</span>}
        rightSectionWidth={56}
        data-autofocus
        required
      />
      <TextInput
        label={texts.refund_reason}
        description={texts.refund_reason_about}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        maxLength={255}
        required
      />
    </>
  );
}

/** As people write it, with spaces and a comma; what it may be of, the server knows. */
function readAmount(text: string): number | undefined {
  const plain = text.replaceAll(/\s/g, '').replace(',', '.');
  return /^\d{1,12}(\.\d{1,4})?$/.test(plain) && Number(plain) > 0 ? Number(plain) : undefined;
}
