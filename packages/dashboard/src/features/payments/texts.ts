import { defineTexts } from '../../language/define-texts.ts';

/** Part of the frame's code, so short; the pages' own texts load with the pages. */
export const payments_texts = defineTexts({
  en: { title: 'Payments' },
  fr: { title: 'Paiements' },
});
