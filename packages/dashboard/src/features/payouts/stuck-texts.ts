import { defineTexts } from '../../language/define-texts.ts';

/** What is said of a payout that needs a person. */
export const stuck_texts = defineTexts({
  en: {
    title: 'This payout needs a person',
    unknown:
      'The operator has not said for three days whether it paid. Look at its statement or ask it, and say here what you found.',
    mismatch: (moved: string, asked: string) =>
      `The operator says that it moved ${moved}, and not ${asked}. Find out what happened, and say here what counts.`,
    reserved: 'Its money stays reserved until then. Do not pay again before you know.',
    given_back: 'Its money is back in your balance. If it was paid all the same, say so: it is taken again.',
    ask_with: 'Ask the operator with:',
    reference: 'Reference for the operator',
    not_you: 'An owner, an admin or finance can say what became of it.',
    resolve: 'Say what you found',
    verdicts: {
      paid: 'It was sent: the recipient has the money',
      not_paid: 'It was not sent, and will not be: give the money back to the balance',
      settled: 'Nothing of it is open any more',
    },
    person: {
      settled: 'Paid, as a person found out',
      refused: 'Not paid, as a person found out; the money was given back',
    },
    said: (name: string, verdict: string) => `${name}: ${verdict}`,
    proof: (proof: string) => `Proof: ${proof}`,
  },
  fr: {
    title: 'Ce versement est à vérifier par une personne',
    unknown:
      'Depuis trois jours, l’opérateur ne dit pas s’il a payé. Regardez son relevé ou demandez-lui, puis dites ici ce que vous avez trouvé.',
    mismatch: (moved, asked) =>
      `L’opérateur dit avoir versé ${moved}, et non ${asked}. Cherchez ce qui s’est passé, puis dites ici ce qui compte.`,
    reserved: 'L’argent reste réservé d’ici là. Ne payez pas à nouveau avant de savoir.',
    given_back:
      'L’argent est de retour sur votre solde. S’il a été versé malgré tout, dites-le : il sera repris.',
    ask_with: 'Référence à donner à l’opérateur :',
    reference: 'Référence pour l’opérateur',
    not_you: 'Un propriétaire, un administrateur ou la finance peut dire ce qu’il en est.',
    resolve: 'Dire ce que vous avez trouvé',
    verdicts: {
      paid: 'Il est parti : le bénéficiaire a l’argent',
      not_paid: 'Il n’est pas parti et ne partira pas : rendre l’argent au solde',
      settled: 'Plus rien n’est en suspens',
    },
    person: {
      settled: 'Versé, d’après une personne',
      refused: 'Pas versé, d’après une personne ; l’argent a été rendu',
    },
    said: (name, verdict) => `${name} : ${verdict}`,
    proof: (proof) => `Preuve : ${proof}`,
  },
});
