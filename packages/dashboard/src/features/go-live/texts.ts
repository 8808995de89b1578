import { defineTexts } from '../../language/define-texts.ts';

/** Kept short, because other pages lead here; the pages' own texts load with them. */
export const go_live_texts = defineTexts({
  en: { title: 'Go live', lead: 'Go live step by step' },
  fr: { title: 'Passer en réel', lead: 'Passer en réel pas à pas' },
});
