import { defineTexts } from '../../language/define-texts.ts';

export const customer_texts = defineTexts({
  en: {
    about: 'Everyone who has paid or tried to pay, identified by phone number or else by e-mail address.',
    search: 'Phone, e-mail or name',
    country: 'Country',
    customer: 'Customer',
    phone: 'Phone',
    email: 'E-mail',
    first_seen: 'First seen',
    id: 'ID',
    empty: 'No customers yet',
    empty_about:
      'Customers appear here once somebody pays, or when you name a customer in a payment you create.',
    nameless: 'No name',
    back: 'All customers',
    known: 'Details',
    payments: 'Payments',
    no_payments: 'This customer has no payments.',
    export: 'Export data',
    erase: 'Erase',
    erase_title: 'Erase this customer',
    erase_about:
      'Phone number, e-mail address and names are removed for good: from payments, refunds, payouts, events and notes, in live and in test mode. Amounts and references stay. This cannot be undone.',
    erase_refunds:
      'Their payments can no longer be refunded from here. Make any refunds you still owe first.',
    still_open:
      'A payment, payout or refund of this customer is still open or awaiting a decision. Finish it first, then erase.',
  },
  fr: {
    about:
      'Toute personne qui a payé ou essayé de payer, par numéro de téléphone ou, à défaut, par adresse e-mail.',
    search: 'Téléphone, e-mail ou nom',
    country: 'Pays',
    customer: 'Client',
    phone: 'Téléphone',
    email: 'E-mail',
    first_seen: 'Première visite',
    id: 'Identifiant',
    empty: 'Pas encore de client',
    empty_about:
      'Les clients apparaissent ici dès que quelqu’un paie, ou que vous nommez un client en créant un paiement.',
    nameless: 'Sans nom',
    back: 'Tous les clients',
    known: 'Informations',
    payments: 'Paiements',
    no_payments: 'Ce client n’a aucun paiement.',
    export: 'Exporter les données',
    erase: 'Effacer',
    erase_title: 'Effacer ce client',
    erase_about:
      'Le numéro de téléphone, l’adresse e-mail et les noms sont retirés pour de bon : des paiements, remboursements, versements, événements et notes, en réel comme en test. Les montants et les références restent. C’est irréversible.',
    erase_refunds:
      'Ses paiements ne pourront plus être remboursés d’ici. Remboursez d’abord ce que vous devez encore.',
    still_open:
      'Un paiement, un versement ou un remboursement de ce client est encore en cours ou attend une décision. Terminez-le d’abord, puis effacez.',
  },
});
