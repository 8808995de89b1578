import { defineTexts } from '../../language/define-texts.ts';

/** Kept short because it loads with the frame; the pages' own texts load with the pages. */
export const payout_texts = defineTexts({
  en: { title: 'Payouts' },
  fr: { title: 'Versements' },
});
