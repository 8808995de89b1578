import { defineTexts } from '../../language/define-texts.ts';

/** Kept short because it loads with the frame; the pages' own texts load with the pages. */
export const payment_links_texts = defineTexts({
  en: { title: 'Payment links' },
  fr: { title: 'Liens de paiement' },
});
