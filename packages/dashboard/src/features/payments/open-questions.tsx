import { Button } from '@mantine/core';
import { useState } from 'react';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Note } from '../../parts/note.tsx';
import type { PaymentDetail, Refund, Try } from './payment.ts';
import { payment_texts } from './payment-texts.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { ResolveDialog, type Verdict } from './resolve-dialog.tsx';
import { useMoney } from './use-money.ts';

/** What of a payment waits for a person, and what that person can do about it. */
export function OpenQuestions({ detail }: { readonly detail: PaymentDetail }) {
  const { payment, attempts, refunds } = detail;
  return (
    <>
      {attempts
        .filter(({ needs_person }) => needs_person)
        .map((attempt) =>
          attempt.duplicate ? (
            <Duplicate key={attempt.id} payment={payment} attempt={attempt} />
          ) : (
            <Question key={attempt.id} payment={payment} object={attempt} kind="attempt" />
          ),
        )}
      {refunds
        .filter(({ needs_person }) => needs_person)
        .map((refund) => (
          <Question key={refund.id} payment={payment} object={refund} kind="refund" />
        ))}
    </>
  );
}

function Duplicate({ payment, attempt }: { payment: PaymentDetail['payment']; attempt: Try }) {
  const texts = useTexts(payment_texts);
  const money = useMoney(payment.currency);
  const { may } = useFrame();
  const [open, setOpen] = useState<'refund' | 'resolve' | null>(null);
  const left = attempt.refundable_amount ?? 0;
  return (
    <div className="payment-note">
      <Note tone="warn" title={texts.duplicate_title}>
        <p>{texts.duplicate_about(money(attempt.charged_amount))}</p>
        {may('payments:refund') && left > 0 && (
          <Button onClick={() => setOpen('refund')} mr={8}>
            {texts.refund_duplicate}
          </Button>
        )}
        {may('payments:resolve') && (
          <Button variant="default" onClick={() => setOpen('resolve')}>
            {texts.resolve}
          </Button>
        )}
      </Note>
      {open === 'refund' && (
        <RefundDialog payment={payment} attempt={attempt} onClose={() => setOpen(null)} />
      )}
      {open === 'resolve' && (
        <ResolveDialog
          payment_id={payment.id}
          object_id={attempt.id}
          verdicts={['settled']}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

interface QuestionProps {
  readonly payment: PaymentDetail['payment'];
  readonly object: Try | Refund;
  readonly kind: 'attempt' | 'refund';
}

function Question({ payment, object, kind }: QuestionProps) {
  const texts = useTexts(payment_texts);
  const money = useMoney(object.mismatch?.currency ?? payment.currency);
  const { may } = useFrame();
  const [is_open, setOpen] = useState(false);
  const { person_about: about } = texts;
  const { mismatch, status } = object;
  const words =
    mismatch !== null
      ? about.mismatch(money(mismatch.amount))
      : kind === 'attempt'
        ? about.unknown
        : status === 'success'
          ? about.too_much
          : about.refund;
  return (
    <div className="payment-note">
      <Note tone="warn" title={texts.person_title}>
        <p>{words}</p>
        {may('payments:resolve') && <Button onClick={() => setOpen(true)}>{texts.resolve}</Button>}
      </Note>
      {is_open && (
        <ResolveDialog
          payment_id={payment.id}
          object_id={object.id}
          verdicts={verdictsOf(status)}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

/** What can be said of something, as it stands. */
function verdictsOf(status: (Try | Refund)['status']): readonly Verdict[] {
  if (status === 'success') return ['settled'];
  if (status === 'failed') return ['paid', 'settled'];
  return ['paid', 'not_paid'];
}
