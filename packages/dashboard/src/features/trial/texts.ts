import { defineTexts } from '../../language/define-texts.ts';

/** Kept short, because other pages lead here; the page's own texts load with the page. */
export const trial_texts = defineTexts({
  en: { title: 'Try my page', try: 'Try my page', description: 'A trial order' },
  fr: { title: 'Essayer ma page', try: 'Essayer ma page', description: 'Une commande d’essai' },
});
