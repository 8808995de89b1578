import { defineTexts } from '../../language/define-texts.ts';

/** The texts about the receipt of a payment. */
export const receipt_texts = defineTexts({
  en: {
    receipt: 'Receipt',
    open: 'Open the receipt',
    collected: 'Handed over',
    collected_by: (name: string) => `by ${name}`,
    collect: 'Mark as handed over',
    collect_sure: 'Handed over',
    collect_about:
      'The customer has the goods. From then on, whoever shows this receipt, or a copy of it, is told that they were handed over. This cannot be undone.',
    done: 'Recorded: the goods were handed over.',
  },
  fr: {
    receipt: 'Reçu',
    open: 'Ouvrir le reçu',
    collected: 'Remis',
    collected_by: (name: string) => `par ${name}`,
    collect: 'Marquer comme remis',
    collect_sure: 'Remis',
    collect_about:
      'Le client a la marchandise. Désormais, quiconque présente ce reçu, ou une copie, apprend qu’elle a été remise. C’est irréversible.',
    done: 'Enregistré : la marchandise a été remise.',
  },
});
