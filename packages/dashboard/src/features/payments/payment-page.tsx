import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { CollectReceipt } from './collect-receipt.tsx';
import { PaymentTimeline } from './moments.tsx';
import { OpenQuestions } from './open-questions.tsx';
import type { PaymentDetail } from './payment.ts';
import { PaymentBadges } from './payment-badges.tsx';
import { PaymentCustomer, PaymentFacts } from './payment-facts.tsx';
import { PaymentDeliveries, PaymentLedger, PaymentRefunds } from './payment-side.tsx';
import { payment_texts } from './payment-texts.ts';
import { PaymentTries } from './payment-tries.tsx';
import { RecordReversal } from './record-reversal.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import './payments.css';
import { useRead } from '../../app/use-read.ts';

/** Everything about one payment. */
export function PaymentPage() {
  const texts = useTexts(payment_texts);
  const { path } = useFrame();
  const { payment_id = '' } = useParams({ strict: false });
  const detail = useRead(['payments', payment_id], '/payments/{id}', { path: { id: payment_id } });
  return (
    <>
      <p>
        <Link to="/$merchant_id/$mode/payments" params={path}>
          {texts.back}
        </Link>
      </p>
      <QueryView query={detail}>{(known) => <Detail detail={known} />}</QueryView>
    </>
  );
}

function Detail({ detail }: { readonly detail: PaymentDetail }) {
  const texts = useTexts(payment_texts);
  const { may } = useFrame();
  const [is_refunding, setRefunding] = useState(false);
  const { payment, needs_review, attempts, refunds } = detail;
  const paid = attempts.find(({ status, duplicate }) => status === 'success' && !duplicate);
  const is_open = refunds.some(
    ({ attempt_id, status }) => attempt_id === paid?.id && (status === 'pending' || status === 'processing'),
  );
  return (
    <>
      <PageHead
        title={texts.payment(payment.reference)}
        about={<PaymentBadges payment={payment} needs_review={needs_review} />}
      >
        {paid && (paid.refundable_amount ?? 0) > 0 && !is_open && may('payments:refund') && (
          <Button variant="default" onClick={() => setRefunding(true)}>
            {texts.refund}
          </Button>
        )}
        <CollectReceipt detail={detail} />
        <RecordReversal payment_id={payment.id} paid={paid} />
      </PageHead>
      <OpenQuestions detail={detail} />
      <div className="payment-columns">
        <div>
          <PaymentFacts detail={detail} />
          <PaymentTries detail={detail} />
          <PaymentLedger detail={detail} />
        </div>
        <div>
          <section className="card">
            <h2>{texts.happened}</h2>
            <PaymentTimeline detail={detail} />
          </section>
          <PaymentCustomer detail={detail} />
          <PaymentRefunds detail={detail} />
          <PaymentDeliveries detail={detail} />
        </div>
      </div>
      {is_refunding && paid && (
        <RefundDialog payment={payment} attempt={paid} onClose={() => setRefunding(false)} />
      )}
    </>
  );
}
