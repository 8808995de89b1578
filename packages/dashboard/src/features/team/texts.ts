import { defineTexts } from '../../language/define-texts.ts';

/** In the frame too, so short; the page's own words come with the page. */
export const team_texts = defineTexts({
  en: { title: 'Team' },
  fr: { title: 'Équipe' },
});
