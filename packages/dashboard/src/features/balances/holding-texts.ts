import { defineTexts } from '../../language/define-texts.ts';

export const holding_texts = defineTexts({
  en: {
    title: 'Held by providers',
    about: 'The balances that your providers report, compared with the books every 15 minutes.',
    account: 'Account',
    reported: 'Reported',
    booked: 'In the books',
    drift: 'Difference',
    none: 'None',
    none_in_flight: 'Explained by money in transit',
    since: 'since',
    compared: 'Compared',
    not_asked: (problem: string) => `Could not be reached recently: ${problem}`,
  },
  fr: {
    title: 'Chez les prestataires',
    about: 'Ce qu’annoncent vos prestataires, comparé aux livres toutes les 15 minutes.',
    account: 'Compte',
    reported: 'Annoncé',
    booked: 'Dans les livres',
    drift: 'Écart',
    none: 'Aucun',
    none_in_flight: 'Expliqué par ce qui est en cours',
    since: 'depuis',
    compared: 'Comparé',
    not_asked: (problem) => `Injoignable dernièrement : ${problem}`,
  },
});
