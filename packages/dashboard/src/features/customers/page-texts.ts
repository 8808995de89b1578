import { defineTexts } from '../../language/define-texts.ts';

export const customer_texts = defineTexts({
  en: {
    about: 'Whoever has paid or tried to pay: one phone number, or an e-mail address that came without one.',
    search: 'Phone, e-mail or name',
    country: 'Country',
    customer: 'Customer',
    phone: 'Phone',
    email: 'E-mail',
    first_seen: 'First seen',
    id: 'Id',
    empty: 'No customers yet',
    empty_about:
      'Customers appear by themselves as soon as somebody pays or you name them when you start a payment.',
    nameless: 'No name',
    back: 'All customers',
    known: 'What is known',
    payments: 'Payments',
    no_payments: 'No payment is of this customer.',
  },
  fr: {
    about: 'Qui a payé ou essayé de payer : un numéro de téléphone, ou une adresse e-mail venue sans numéro.',
    search: 'Téléphone, e-mail ou nom',
    country: 'Pays',
    customer: 'Client',
    phone: 'Téléphone',
    email: 'E-mail',
    first_seen: 'Vu d’abord',
    id: 'Identifiant',
    empty: 'Pas encore de client',
    empty_about:
      'Les clients apparaissent d’eux-mêmes dès que quelqu’un paie ou que vous les nommez en créant un paiement.',
    nameless: 'Sans nom',
    back: 'Tous les clients',
    known: 'Ce qu’on sait',
    payments: 'Paiements',
    no_payments: 'Aucun paiement n’est de ce client.',
  },
});
