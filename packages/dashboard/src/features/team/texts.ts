import { defineTexts } from '../../language/define-texts.ts';

/** Part of the frame's code, so short; the page's own texts load with the page. */
export const team_texts = defineTexts({
  en: { title: 'Team' },
  fr: { title: 'Équipe' },
});
