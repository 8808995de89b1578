import { defineTexts } from '../../language/define-texts.ts';

/** Part of the frame's code, so short; the page's own texts load with the page. */
export const overview_texts = defineTexts({
  en: { title: 'Overview' },
  fr: { title: 'Vue d’ensemble' },
});
