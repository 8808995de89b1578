import { defineTexts } from '../../language/define-texts.ts';

/** Part of the frame's code, so short; the pages' own texts load with the pages. */
export const customers_texts = defineTexts({
  en: { title: 'Customers' },
  fr: { title: 'Clients' },
});
