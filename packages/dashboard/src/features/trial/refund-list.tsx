import { useLanguage, useTexts } from '../../language/use-language.tsx';
import { Badge } from '../../parts/badge.tsx';
import type { PaymentDetail } from '../payments/payment.ts';
import { status_texts, toneOf } from '../payments/status-texts.ts';
import { useMoney } from '../payments/use-money.ts';
import { trial_page_texts } from './page-texts.ts';

/** The refunds of a payment, each with its state. */
export function RefundList({ detail: { payment, refunds } }: { readonly detail: PaymentDetail }) {
  const texts = useTexts(trial_page_texts);
  const statuses = useTexts(status_texts);
  const { language } = useLanguage();
  const money = useMoney(payment.currency);
  return refunds.map(({ id, amount, status, failure }) => (
    <p key={id}>
      {texts.refund_of(money(amount))} <Badge tone={toneOf(status)}>{statuses.refund[status]}</Badge>
      {failure && ` ${failure[language]}`}
    </p>
  ));
}
