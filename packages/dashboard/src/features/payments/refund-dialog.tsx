import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import { ApiProblem } from '../../api/problem.ts';
import { sendOnce } from '../../api/send-once.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { FocusBack } from '../../parts/focus-back.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { not_an_amount, readAmount } from '../../parts/read-amount.ts';
import { part_texts } from '../../parts/texts.ts';
import { type FieldWords, useFieldWords, useProblemWords } from '../../parts/use-problem-words.ts';
import type { PaymentDetail, Try } from './payment.ts';
import { payment_texts } from './payment-texts.ts';
import { useMoney } from './use-money.ts';

interface RefundDialogProps {
  readonly payment: PaymentDetail['payment'];
  /** The attempt whose money is refunded. */
  readonly attempt: Try;
  readonly onClose: () => void;
}

/** Asks for amount and reason, then for confirmation; repeated clicks make one refund. */
export function RefundDialog({ payment, attempt, onClose }: RefundDialogProps) {
  const texts = useTexts(payment_texts);
  const parts = useTexts(part_texts);
  const currency = attempt.received?.currency ?? payment.currency;
  const money = useMoney(currency);
  const left = attempt.refundable_amount ?? 0;
  // Whether the attempt was a duplicate when the dialog was opened; this is what the person confirms.
  const [duplicate] = useState(attempt.duplicate);
  const [amount_text, setAmountText] = useState(String(left));
  const [reason, setReason] = useState(duplicate ? texts.duplicate_reason : '');
  // For a duplicate there is nothing to choose, so the dialog starts with the confirmation.
  const [asked, setStep] = useState<'what' | 'sure'>(duplicate ? 'sure' : 'what');
  const amount = positive(readAmount(amount_text, currency));
  const is_right = amount !== undefined && amount <= left;
  // Somebody else may refund the money in the meantime.
  const step = is_right ? asked : 'what';
  const refund = useRefund(
    payment.id,
    { attempt_id: attempt.id, duplicate, amount: amount ?? 0, reason },
    onClose,
    () => setStep('what'),
  );
  const wordsAt = useFieldWords(refund.error);
  const change = (): void => {
    refund.reset();
    setStep('what');
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (step === 'sure') {
      refund.mutate();
      return;
    }
    refund.reset();
    setStep('sure');
  };
  return (
    <Modal
      opened
      onClose={() => !refund.isPending && onClose()}
      closeOnClickOutside={false}
      title={duplicate ? texts.refund_duplicate : texts.refund_title}
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <FocusBack />
      <form onSubmit={submit} noValidate>
        <Stack>
          {step === 'what' ? (
            <WhatFields
              {...{ currency, left, amount_text, setAmountText, amount, reason, setReason, wordsAt }}
            />
          ) : (
            <p>{texts.refund_confirm(money(amount ?? 0), attempt.phone)}</p>
          )}
          {refund.isError && <RefundProblem problem={refund.error} step={step} />}
          <Buttons
            step={step}
            amount={money(amount ?? 0)}
            may_go_on={is_right && reason.trim() !== ''}
            is_sending={refund.isPending}
            onBack={step === 'what' ? onClose : change}
          />
        </Stack>
      </form>
    </Modal>
  );
}

function RefundProblem({ problem, step }: { readonly problem: Error; readonly step: 'what' | 'sure' }) {
  const { refund_maybe_made } = useTexts(payment_texts);
  return (
    <ProblemNote
      problem={problem}
      words={{ unreachable: refund_maybe_made, internal_error: refund_maybe_made }}
      fields={step === 'what' ? ['amount', 'reason'] : []}
    />
  );
}

interface ButtonsProps {
  readonly step: 'what' | 'sure';
  /** Formatted, with its currency. */
  readonly amount: string;
  readonly may_go_on: boolean;
  readonly is_sending: boolean;
  readonly onBack: () => void;
}

/** The two steps' buttons are in different places, so that a double click does not confirm. */
function Buttons({ step, amount, may_go_on, is_sending, onBack }: ButtonsProps) {
  const texts = useTexts(payment_texts);
  const parts = useTexts(part_texts);
  return (
    <Group justify="flex-end" gap="xs">
      <Button
        key={`not ${step}`}
        variant="default"
        onClick={onBack}
        disabled={is_sending}
        // Focused because holding down Enter does no harm on this button.
        autoFocus={step === 'sure'}
      >
        {step === 'what' ? parts.cancel : texts.refund_change}
      </Button>
      {step === 'what' ? (
        <Button key="what" type="submit" disabled={!may_go_on}>
          {texts.refund_next}
        </Button>
      ) : (
        <Button
          key="sure"
          type="submit"
          color="red.9"
          loading={is_sending}
          // Ignores the second click of a double click.
          onClick={(event) => event.detail > 1 && event.preventDefault()}
        >
          {texts.refund_sure(amount)}
        </Button>
      )}
    </Group>
  );
}

/** Sends a refund. Sending it again unchanged does not create another refund. */
function useRefund(
  id: string,
  body: {
    readonly attempt_id: string;
    readonly duplicate: boolean;
    readonly amount: number;
    readonly reason: string;
  },
  onClose: () => void,
  onWrong: () => void,
) {
  const texts = useTexts(payment_texts);
  const { path, keyOf } = useFrame();
  const query_client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      sendOnce({ path, payment: id, refund: body }, (key) =>
        api.POST('/dashboard/api/{merchant_id}/{mode}/payments/{id}/refunds', {
          params: { path: { ...path, id } },
          headers: { 'idempotency-key': key },
          body,
        }),
      ),
    // Returns to the fields, which show their errors.
    onError: async (error) => {
      if (Object.keys(error instanceof ApiProblem ? error.fields : {}).length > 0) onWrong();
      // The cause may be another person's action.
      await query_client.invalidateQueries({ queryKey: keyOf('payments') });
    },
    onSuccess: async ({ is_replayed }) => {
      notifications.show({ message: is_replayed ? texts.refund_made_before : texts.refund_made });
      onClose();
      await query_client.invalidateQueries({ queryKey: keyOf('payments') });
    },
  });
}

interface WhatFieldsProps {
  readonly currency: string;
  readonly left: number;
  readonly amount_text: string;
  readonly setAmountText: (text: string) => void;
  readonly amount: number | undefined;
  readonly reason: string;
  readonly setReason: (text: string) => void;
  readonly wordsAt: FieldWords;
}

function WhatFields({
  currency,
  left,
  amount_text,
  setAmountText,
  amount,
  reason,
  setReason,
  wordsAt,
}: WhatFieldsProps) {
  const texts = useTexts(payment_texts);
  const say = useProblemWords();
  const money = useMoney(currency);
  const wrong =
    amount === undefined
      ? say(not_an_amount)
      : amount > left
        ? texts.refund_too_much(money(left))
        : undefined;
  return (
    <>
      <TextInput
        label={texts.refund_amount}
        description={texts.refund_amount_about(money(left))}
        value={amount_text}
        onChange={(event) => setAmountText(event.target.value)}
        error={wrong ?? wordsAt('amount')}
        inputMode="decimal"
        rightSection={<span className="quiet">{currency}</span>}
        rightSectionWidth={56}
        data-autofocus
        required
      />
      <TextInput
        label={texts.refund_reason}
        description={texts.refund_reason_about}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={wordsAt('reason')}
        maxLength={255}
        required
      />
    </>
  );
}

function positive(amount: number | null): number | undefined {
  return amount !== null && amount > 0 ? amount : undefined;
}
