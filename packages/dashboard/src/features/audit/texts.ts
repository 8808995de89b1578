import { defineTexts } from '../../language/define-texts.ts';

/** Kept short because it loads with the frame; the page's own texts load with the page. */
export const audit_texts = defineTexts({
  en: { title: 'Audit log' },
  fr: { title: 'Journal d’audit' },
});
