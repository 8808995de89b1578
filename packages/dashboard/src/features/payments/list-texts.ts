import { defineTexts } from '../../language/define-texts.ts';

/** The texts of the list of payments. */
export const list_texts = defineTexts({
  en: {
    about: 'Everything your customers have paid or tried to pay, newest first.',
    search: 'Phone, e-mail, name, amount, reference…',
    status: 'Status',
    operator: 'Operator',
    country: 'Country',
    currency: 'Currency',
    amount_min: 'Minimum amount',
    amount_max: 'Maximum amount',
    attention: 'Needs attention',
    payment: 'Payment',
    customer: 'Customer',
    amount: 'Amount',
    created: 'Created',
    empty: 'No payments yet',
    empty_about: 'Payments appear here once a customer opens your checkout. In test mode no money moves.',
    more_filters: 'More filters',
  },
  fr: {
    about: 'Tout ce que vos clients ont payé ou essayé de payer, du plus récent au plus ancien.',
    search: 'Téléphone, e-mail, nom, montant, référence…',
    status: 'Statut',
    operator: 'Opérateur',
    country: 'Pays',
    currency: 'Devise',
    amount_min: 'Montant minimal',
    amount_max: 'Montant maximal',
    attention: 'À examiner',
    payment: 'Paiement',
    customer: 'Client',
    amount: 'Montant',
    created: 'Créé',
    empty: 'Pas encore de paiement',
    empty_about:
      'Dès qu’un client ouvre votre page de paiement, le paiement apparaît ici. En mode test, aucun argent ne bouge.',
    more_filters: 'Plus de filtres',
  },
});
