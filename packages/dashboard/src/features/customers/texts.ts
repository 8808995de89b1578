import { defineTexts } from '../../language/define-texts.ts';

/** In the frame too, so short; the pages' own words come with the pages. */
export const customers_texts = defineTexts({
  en: { title: 'Customers' },
  fr: { title: 'Clients' },
});
