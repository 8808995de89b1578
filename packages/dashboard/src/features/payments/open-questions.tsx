import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../api/client.ts';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Note } from '../../parts/note.tsx';
import type { PaymentDetail, Refund, Try } from './payment.ts';
import { payment_texts } from './payment-texts.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { type Finding, ResolveDialog } from './resolve-dialog.tsx';
import { useMoney } from './use-money.ts';
import { WaitingDecision } from './waiting-decision.tsx';

/**
 * The open reviews of a payment, with the actions that resolve them. A dialog stays open when somebody else acts
 * first, to show what has happened.
 */
export function OpenQuestions({ detail }: { readonly detail: PaymentDetail }) {
  const { payment, attempts, refunds } = detail;
  return (
    <>
      {attempts.map((attempt) => (
        <AttemptQuestion key={attempt.id} payment={payment} attempt={attempt} />
      ))}
      {refunds.map((refund) => (
        <Question key={refund.id} payment={payment} object={refund} kind="refund" />
      ))}
    </>
  );
}

interface AttemptQuestionProps {
  readonly payment: PaymentDetail['payment'];
  readonly attempt: Try;
}

/**
 * The refund dialog stays open when the attempt stops being a duplicate, to show that its money now pays the
 * payment.
 */
function AttemptQuestion({ payment, attempt }: AttemptQuestionProps) {
  const [is_refunding, setRefunding] = useState(false);
  return (
    <>
      {attempt.duplicate ? (
        <Duplicate payment={payment} attempt={attempt} onRefund={() => setRefunding(true)} />
      ) : (
        <Question payment={payment} object={attempt} kind="attempt" />
      )}
      {is_refunding && (
        <RefundDialog payment={payment} attempt={attempt} onClose={() => setRefunding(false)} />
      )}
    </>
  );
}

function Duplicate({ payment, attempt, onRefund }: AttemptQuestionProps & { readonly onRefund: () => void }) {
  const texts = useTexts(payment_texts);
  const money = useMoney(attempt.received?.currency ?? payment.currency);
  const { may } = useFrame();
  const save = useSaveFinding(payment.id);
  /** The money that was shown when the dialog was opened. */
  const [shown, setShown] = useState<Try['stake'] | null>(null);
  const left = attempt.refundable_amount ?? 0;
  return (
    <>
      {attempt.needs_review && (
        <div className="payment-note">
          <Note tone="warn" title={texts.duplicate_title}>
            <p>{texts.duplicate_about(money(attempt.received?.amount ?? attempt.charged_amount))}</p>
            {may('payments:refund') && left > 0 && (
              <Button onClick={onRefund} mr={8}>
                {texts.refund_duplicate}
              </Button>
            )}
            {may('payments:resolve') && (
              <Button variant="default" onClick={() => setShown(attempt.stake)}>
                {texts.resolve}
              </Button>
            )}
          </Note>
        </div>
      )}
      {shown !== null && (
        <ResolveDialog
          verdicts={attempt.verdicts}
          words={texts.verdicts}
          settled_about={texts.settled_about}
          save={(finding) => save(attempt.id, { ...finding, stake: shown })}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}

interface QuestionProps {
  readonly payment: PaymentDetail['payment'];
  readonly object: Try | Refund;
  readonly kind: 'attempt' | 'refund';
}

function Question({ payment, object, kind }: QuestionProps) {
  const texts = useTexts(payment_texts);
  const money = useMoney(currencyOf(object) ?? payment.currency);
  const asked = useMoney(payment.currency);
  const { may } = useFrame();
  const save = useSaveFinding(payment.id);
  /** The attempt or refund as it was when the dialog was opened. */
  const [shown, setShown] = useState<Try | Refund | null>(null);
  const { person_about: about } = texts;
  const words = heldWords(about, object, money, asked) ?? otherWords(about, kind, object, money);
  if ('decision' in object && object.decision !== null) return <WaitingDecision decision={object.decision} />;
  return (
    <>
      {object.needs_review && (
        <div className="payment-note">
          <Note tone="warn" title={texts.person_title}>
            <p>{words}</p>
            {may('payments:resolve') && <Button onClick={() => setShown(object)}>{texts.resolve}</Button>}
          </Note>
        </div>
      )}
      {shown !== null && (
        <ResolveDialog
          verdicts={shown.verdicts}
          words={texts.verdicts}
          settled_about={kind === 'attempt' ? texts.settled_about : undefined}
          save={(finding) => save(shown.id, 'stake' in shown ? { ...finding, stake: shown.stake } : finding)}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}

type About = (typeof payment_texts)['en']['person_about'];

/** Causes of a review in which the operator contradicted itself; each has its own text. */
const contradictions = [
  'failed_after_success',
  'accepted_after_failure',
  'paid_after_reversal',
  'reversed_in_part',
  'reversed_after_refund',
] as const;

function isContradicted({ unknown_cause }: Try | Refund): boolean {
  return contradictions.some((one) => one === unknown_cause);
}

/** A verdict about an attempt. */
type Said = Try['verdicts'][number];
type MoneyWords = (amount: number) => string;

function currencyOf(object: Try | Refund): string | undefined {
  const received = 'received' in object ? object.received : null;
  return (object.mismatch ?? received)?.currency;
}

/** The reason for a review of unexpected money; null if none is held. */
function heldWords(about: About, object: Try | Refund, money: MoneyWords, asked: MoneyWords): string | null {
  if (!('received' in object) || object.received === null || isContradicted(object)) return null;
  const { received, kept_amount, unknown_cause, charged_amount } = object;
  const left = money(received.amount - (kept_amount ?? 0));
  switch (unknown_cause) {
    case 'amount_changed':
      return null;
    case 'paid_late':
      return about.paid_late(money(received.amount));
    case 'cannot_refund':
      return about.cannot_refund(left);
    case 'refund_failed':
      return about.refund_failed(left);
    default:
      return about.held(money(received.amount), asked(charged_amount));
  }
}

function otherWords(
  about: About,
  kind: QuestionProps['kind'],
  object: Try | Refund,
  money: MoneyWords,
): string {
  const { mismatch, unknown_cause } = object;
  if (mismatch === null || isContradicted(object)) return wordsOf(about, kind, object);
  const words = unknown_cause === 'amount_changed' ? about.amount_changed : about.mismatch;
  return words(money(mismatch.amount));
}

/** The reason for a review in which the operator reported no different amount, or contradicted itself. */
function wordsOf(about: About, kind: QuestionProps['kind'], { status, unknown_cause }: Try | Refund): string {
  const contradiction = contradictions.find((one) => one === unknown_cause);
  if (contradiction !== undefined) return about[contradiction];
  if (kind === 'attempt') return about.unknown;
  if (unknown_cause === 'collection_in_doubt') return about.collection_in_doubt;
  if (unknown_cause === 'cannot_send') return about.cannot_send;
  return status === 'success' ? about.too_much : about.refund;
}

/**
 * A finding about an attempt or a refund. A finding about an attempt contains the money that the person saw.
 */
type SeenFinding = Finding<Said> & { readonly stake?: Try['stake'] };

/** Saves a resolution of an attempt or a refund, and refreshes the payment. */
export function useSaveFinding(
  payment_id: string,
): (object_id: string, finding: SeenFinding) => Promise<'done' | 'waiting'> {
  const { path, keyOf } = useFrame();
  const query_client = useQueryClient();
  return async (object_id, finding) => {
    const { state } = await read(
      api.POST('/dashboard/api/{merchant_id}/{mode}/payments/{id}/resolutions', {
        params: { path: { ...path, id: payment_id } },
        body: { object_id, ...finding },
      }),
    );
    await query_client.invalidateQueries({ queryKey: keyOf('payments') });
    return state;
  };
}
