import { defineTexts } from '../../language/define-texts.ts';

/** Part of the frame's code, so short; the page's own texts load with the page. */
export const security_texts = defineTexts({
  en: { title: 'Your security' },
  fr: { title: 'Votre sécurité' },
});
