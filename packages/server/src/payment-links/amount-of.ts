import type { LinkView } from '@guichet/core/serving';
import { formatAmount } from '../checkout-page/format.ts';
import type { Language } from '../checkout-page/page.ts';

/** The amount of a link in one line, for a bill what is due; null if the customer chooses it. */
export function amountOf({ choice }: LinkView, language: Language): string | null {
  switch (choice.kind) {
    case 'fixed':
      return formatAmount(choice.amount, language);
    case 'part':
      return formatAmount(choice.max, language);
    case 'open':
      return null;
  }
}
