import { defineTexts } from '../../language/define-texts.ts';

/** Part of the frame's code, so short; the page's own texts load with the page. */
export const audit_texts = defineTexts({
  en: { title: 'Audit log' },
  fr: { title: 'Journal d’audit' },
});
