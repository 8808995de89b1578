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
    export: 'Export data',
    erase: 'Erase',
    erase_title: 'Erase this customer',
    erase_about:
      'Phone number, e-mail address and names are removed for good: from payments, refunds, payouts, events and notes, in live and in test mode. Amounts and references stay. This cannot be undone.',
    erase_refunds:
      'Their payments can no longer be refunded from here. Refund first where you still owe something.',
    still_open:
      'Money of this customer is still on its way, or something waits for a decision. Finish that first, then erase.',
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
    export: 'Exporter les données',
    erase: 'Effacer',
    erase_title: 'Effacer ce client',
    erase_about:
      'Le numéro de téléphone, l’adresse e-mail et les noms sont retirés pour de bon : des paiements, remboursements, versements, événements et notes, en réel comme en test. Les montants et les références restent. C’est sans retour.',
    erase_refunds:
      'Ses paiements ne pourront plus être remboursés d’ici. Remboursez d’abord ce que vous devez encore.',
    still_open:
      'De l’argent de ce client est encore en route, ou quelque chose attend une décision. Terminez cela d’abord, puis effacez.',
  },
});
