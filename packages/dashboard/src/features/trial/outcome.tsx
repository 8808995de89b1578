import { useLanguage, useTexts } from '../../language/use-language.tsx';
import type { PaymentDetail } from '../payments/payment.ts';
import { useMoney } from '../payments/use-money.ts';
import { trial_page_texts } from './page-texts.ts';

/** The state of the payment, in a sentence. */
export function Outcome({ detail: { payment, attempts } }: { readonly detail: PaymentDetail }) {
  const texts = useTexts(trial_page_texts);
  const { language } = useLanguage();
  const money = useMoney(payment.currency);
  switch (payment.status) {
    case 'pending':
      return texts.untouched;
    case 'processing':
      return attempts.at(-1)?.status === 'unknown' ? texts.unknown : texts.waiting;
    case 'success':
      return texts.paid(money(payment.charged_amount ?? payment.amount));
    case 'failed':
      return texts.failed(payment.failure?.[language] ?? '');
    case 'reversed':
      return texts.reversed;
    default:
      return texts.over;
  }
}
