import { defineTexts } from '../../language/define-texts.ts';

/** Kept short because it loads with the frame; the page's own texts load with the page. */
export const security_texts = defineTexts({
  en: { title: 'Your security' },
  fr: { title: 'Votre sécurité' },
});
