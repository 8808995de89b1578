import { defineTexts } from '../../language/define-texts.ts';

/** Kept short because it loads with the frame; the pages' own texts load with the pages. */
export const counter_texts = defineTexts({
  en: { title: 'Counter' },
  fr: { title: 'Caisse' },
});
