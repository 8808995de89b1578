import { useTexts } from '../../language/use-language.tsx';
import { Badge } from '../../parts/badge.tsx';
import { status_texts, toneOf } from './status-texts.ts';

interface PaymentBadgesProps {
  readonly payment: {
    readonly status: keyof (typeof status_texts)['en']['payment'];
    readonly refunded_amount: number;
    readonly amount: number;
    readonly late: boolean;
  };
  readonly needs_review: boolean;
}

/** The status of a payment, and whether it is refunded, late or needs review. */
export function PaymentBadges({ payment, needs_review }: PaymentBadgesProps) {
  const texts = useTexts(status_texts);
  const { status, refunded_amount, amount, late } = payment;
  const is_refunded = refunded_amount >= amount;
  return (
    <span className="badges">
      <Badge tone={toneOf(status)}>{texts.payment[status]}</Badge>
      {refunded_amount > 0 && (
        <Badge tone="quiet">{is_refunded ? texts.refunded : texts.partly_refunded}</Badge>
      )}
      {late && <Badge tone="quiet">{texts.late}</Badge>}
      {needs_review && <Badge tone="warn">{texts.needs_review}</Badge>}
    </span>
  );
}
