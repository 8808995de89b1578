import { useTexts } from '../../language/use-language.tsx';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { link_page_texts } from './page-texts.ts';
import type { PaymentLink } from './verbs.ts';

const tones: Readonly<Record<NonNullable<PaymentLink['unavailable']>, Tone>> = {
  paused: 'warn',
  ended: 'quiet',
  expired: 'quiet',
  sold_out: 'accent',
  paid: 'accent',
};

/** Whether a payment link can be paid, or the reason why not. */
export function LinkBadge({ link: { unavailable } }: { readonly link: Pick<PaymentLink, 'unavailable'> }) {
  const texts = useTexts(link_page_texts);
  if (unavailable === null) return <Badge tone="good">{texts.statuses.active}</Badge>;
  return <Badge tone={tones[unavailable]}>{texts.unavailable[unavailable]}</Badge>;
}
