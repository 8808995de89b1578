import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useFrame } from '../../app/use-frame.ts';
import { useTexts } from '../../language/use-language.tsx';
import { Note } from '../../parts/note.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { When } from '../../parts/when.tsx';
import type { PaymentDetail } from '../payments/payment.ts';
import { PaymentBadges } from '../payments/payment-badges.tsx';
import { useMoney } from '../payments/use-money.ts';
import { Outcome } from '../trial/outcome.tsx';
import { useStartTrial } from '../trial/read.ts';
import { RefundButton } from '../trial/refund-button.tsx';
import { RefundList } from '../trial/refund-list.tsx';
import { go_live_page_texts } from './page-texts.ts';
import type { LiveAccount, Way } from './read.ts';

export interface ProofProps {
  readonly account: LiveAccount;
  readonly way: Way;
  /** The payment that was started here, or else the newest one that succeeded; undefined without one. */
  readonly detail: PaymentDetail | undefined;
}

interface PayStepProps extends ProofProps {
  readonly onStarted: (payment_id: string) => void;
}

/** A real payment of the smallest amount, made with one's own phone, and followed to its end. */
export function PayStep({ account, way, detail, onStarted }: PayStepProps) {
  const texts = useTexts(go_live_page_texts);
  const { may } = useFrame();
  const money = useMoney(way.currency)(way.smallest_amount);
  const { start, isPending, error } = useStartTrial(onStarted);
  const { name } = way.operator;
  const body = {
    amount: way.smallest_amount,
    currency: way.currency,
    description: texts.pay_what(name),
  };
  return (
    <>
      <p>{texts.pay_about(money)}</p>
      <RoutingNote way={way} />
      {detail && <Followed {...{ account, way, detail }} />}
      {may('payment_links:write') ? (
        <div>
          <Button
            variant={detail ? 'default' : 'filled'}
            loading={isPending}
            disabled={!way.is_offered || !account.enabled}
            onClick={() => start(body)}
          >
            {detail ? texts.pay_again : texts.pay(money)}
          </Button>
        </div>
      ) : (
        <p className="quiet">{texts.may_not_pay}</p>
      )}
      {error !== null && <ProblemNote problem={error} />}
    </>
  );
}

/** The reason why a payment would not go through this account, if there is one. */
function RoutingNote({ way }: { readonly way: Way }) {
  const texts = useTexts(go_live_page_texts);
  const { path } = useFrame();
  if (way.is_offered && way.comes_first) return null;
  return (
    <Note tone="warn" title={way.is_offered ? texts.not_first : texts.not_offered}>
      <Link to="/$merchant_id/$mode/settings/routing" params={path} search={{ text: way.operator.code }}>
        {texts.see_routing}
      </Link>
    </Note>
  );
}

/** The page to pay on, while it can be paid, and the state of the payment. */
function Followed({ account, way, detail }: ProofProps & { readonly detail: PaymentDetail }) {
  const texts = useTexts(go_live_page_texts);
  const { payment, attempts, needs_review } = detail;
  const is_open = payment.status === 'pending' || payment.status === 'processing' || payment.retryable;
  const page = `/pay/${encodeURIComponent(payment.checkout.session_token)}`;
  const went_elsewhere = attempts.some(
    ({ status, account_id }) => status === 'success' && account_id !== account.id,
  );
  const elsewhere = { target: '_blank', rel: 'noreferrer' } as const;
  return (
    <div className="go-live-followed">
      {is_open && (
        <p>
          {texts.page_ready} {texts.pay_with(way.operator.name)}{' '}
          <a href={page} {...elsewhere}>
            {texts.open_page}
          </a>{' '}
          ·{' '}
          <a href={`${page}?step=phone`} {...elsewhere}>
            {texts.open_on_phone}
          </a>
        </p>
      )}
      <PaymentBadges payment={payment} needs_review={needs_review} />
      <p role="status">
        <Outcome detail={detail} />
      </p>
      {went_elsewhere && <Note tone="warn" title={texts.elsewhere} />}
      {way.payment !== null && (
        <p className="quiet">
          {texts.paid_at} <When at={way.payment.paid_at} />
        </p>
      )}
    </div>
  );
}

/** Returns one's own payment, and follows the refund. A customer's payment is never refunded as a proof. */
export function RefundStep({ way, detail }: ProofProps) {
  const texts = useTexts(go_live_page_texts);
  if (!way.can_refund) return <p>{texts.no_refund}</p>;
  const is_own = detail?.payment.metadata?.trial === true;
  return (
    <>
      {way.refund === null ? (
        <p>{is_own || way.payment === null ? texts.refund_about : texts.refund_own}</p>
      ) : (
        <p>
          {texts.refunded_at} <When at={way.refund.refunded_at} />
        </p>
      )}
      {is_own && <RefundList detail={detail} />}
      {is_own && <RefundButton detail={detail} />}
    </>
  );
}

/** The summary, with its date, and what comes next. */
export function ProvenStep({ account, way }: Pick<ProofProps, 'account' | 'way'>) {
  const texts = useTexts(go_live_page_texts);
  const { path } = useFrame();
  if (way.proven_at === null) return null;
  return (
    <Note tone="good" title={texts.proven_about(way.operator.name)}>
      <p>
        {texts.proven_at} <When at={way.proven_at} /> ({account.name})
      </p>
      <p>
        {texts.next}{' '}
        <Link to="/$merchant_id/$mode/payment-links" params={path}>
          {texts.request}
        </Link>
      </p>
    </Note>
  );
}
