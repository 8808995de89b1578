import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Badge } from '../../parts/badge.tsx';
import type { PaymentDetail } from '../payments/payment.ts';
import { PaymentBadges } from '../payments/payment-badges.tsx';
import { status_texts, toneOf } from '../payments/status-texts.ts';
import { Outcome } from './outcome.tsx';
import { trial_page_texts } from './page-texts.ts';
import { RefundButton } from './refund-button.tsx';
import { RefundList } from './refund-list.tsx';

type Props = { readonly detail: PaymentDetail };

/** The events since the page was opened, from the payment to its refund. */
export function SoFar({ detail }: Props) {
  const texts = useTexts(trial_page_texts);
  const { path } = useFrame();
  const { payment, refunds, deliveries } = detail;
  const was_paid = payment.status === 'success' || payment.status === 'reversed';
  const is_settled = was_paid || payment.status === 'failed';
  return (
    <section className="card trial-so-far">
      <h2>{texts.so_far}</h2>
      <ol>
        <Step name={texts.steps.payment} is_done={was_paid}>
          <PaymentBadges payment={payment} needs_review={detail.needs_review} />
          <p role="status">
            <Outcome detail={detail} />
          </p>
        </Step>
        <Step
          name={texts.steps.webhook}
          is_done={deliveries.length > 0 && deliveries.every(({ status }) => status === 'delivered')}
        >
          {is_settled ? <Deliveries detail={detail} /> : <p className="quiet">{texts.after_paying}</p>}
        </Step>
        <Step name={texts.steps.receipt} is_done={was_paid}>
          <Receipt detail={detail} was_paid={was_paid} />
        </Step>
        <Step name={texts.steps.refund} is_done={refunds.some(({ status }) => status === 'success')}>
          <Refund detail={detail} was_paid={was_paid} />
        </Step>
      </ol>
      <Link to="/$merchant_id/$mode/payments/$payment_id" params={{ ...path, payment_id: payment.id }}>
        {texts.details}
      </Link>
    </section>
  );
}

interface StepProps {
  readonly name: string;
  readonly is_done: boolean;
  readonly children: ReactNode;
}

function Step({ name, is_done, children }: StepProps) {
  const Icon = is_done ? IconCircleCheck : IconCircle;
  return (
    <li data-done={is_done || undefined}>
      <Icon size={20} aria-hidden />
      <div>
        <h3>{name}</h3>
        {children}
      </div>
    </li>
  );
}

/** Whether and where the merchant's own server was told. */
function Deliveries({ detail: { deliveries } }: Props) {
  const texts = useTexts(trial_page_texts);
  const statuses = useTexts(status_texts);
  const { path, may } = useFrame();
  const said = {
    delivered: texts.webhook_sent,
    waiting: texts.webhook_waiting,
    failed: texts.webhook_failed,
  };
  if (deliveries.length === 0) {
    return (
      <p>
        {texts.no_webhook}{' '}
        {may('developers:write') && (
          <Link to="/$merchant_id/$mode/developers/webhooks" params={path}>
            {texts.add_webhook}
          </Link>
        )}
      </p>
    );
  }
  return deliveries.map(({ id, event, status, url }) => (
    <p key={id}>
      <span className="mono">{event}</span> <Badge tone={toneOf(status)}>{statuses.delivery[status]}</Badge>{' '}
      {said[status](url)}
    </p>
  ));
}

function Receipt({ detail: { payment }, was_paid }: Props & { readonly was_paid: boolean }) {
  const texts = useTexts(trial_page_texts);
  if (!was_paid) return <p className="quiet">{texts.after_paying}</p>;
  return (
    <p>
      {texts.receipt_about}{' '}
      <a href={`/r/${payment.reference}`} target="_blank" rel="noreferrer">
        {texts.open_receipt}
      </a>
    </p>
  );
}

function Refund({ detail, was_paid }: Props & { readonly was_paid: boolean }) {
  const texts = useTexts(trial_page_texts);
  const { may } = useFrame();
  const { refunds } = detail;
  if (!was_paid) return <p className="quiet">{texts.after_paying}</p>;
  return (
    <>
      <RefundList detail={detail} />
      {refunds.length === 0 && <p>{may('payments:refund') ? texts.refund_about : texts.may_not_refund}</p>}
      <RefundButton detail={detail} />
    </>
  );
}
