import { defineTexts } from '../../language/define-texts.ts';

/** Kept short because it loads with the frame; the page's own texts load with the page. */
export const overview_texts = defineTexts({
  en: { title: 'Overview' },
  fr: { title: 'Vue d’ensemble' },
});
