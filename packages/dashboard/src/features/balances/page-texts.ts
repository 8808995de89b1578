import { counted } from '../../language/counted.ts';
import { defineTexts } from '../../language/define-texts.ts';

export const balance_texts = defineTexts({
  en: {
    about: 'Your balance in each currency, with its movements.',
    available: 'Available to pay out',
    in_flight: (amount: string) => `${amount} in transit to recipients`,
    held: (amount: string) => `${amount} unexpected, not yet accepted or refunded`,
    empty: 'No balance yet',
    empty_about: 'Money appears here, by currency, once a customer has paid.',
    currency: 'Currency',
    statement: (currency: string) => `Statement in ${currency}`,
    opening: 'Opening balance',
    closing: 'Closing balance',
    nothing_moved: 'No movements in this period.',
    what: 'Type',
    when: 'When',
    amount: 'Amount',
    count: counted('movement', 'movements'),
  },
  fr: {
    about: 'Votre solde dans chaque devise, avec ses mouvements.',
    available: 'Disponible pour versement',
    in_flight: (amount) => `${amount} en route vers les bénéficiaires`,
    held: (amount) => `${amount} inattendus, ni acceptés ni remboursés`,
    empty: 'Pas encore de solde',
    empty_about: 'Dès qu’un client a payé, l’argent apparaît ici, devise par devise.',
    currency: 'Devise',
    statement: (currency) => `Relevé en ${currency}`,
    opening: 'Solde d’ouverture',
    closing: 'Solde de clôture',
    nothing_moved: 'Aucun mouvement pendant cette période.',
    what: 'Pour',
    when: 'Quand',
    amount: 'Montant',
    count: counted('mouvement', 'mouvements'),
  },
});
