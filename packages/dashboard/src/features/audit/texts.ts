import { defineTexts } from '../../language/define-texts.ts';

/** In the frame too, so short; the page's own words come with the page. */
export const audit_texts = defineTexts({
  en: { title: 'Audit log' },
  fr: { title: 'Journal d’audit' },
});
