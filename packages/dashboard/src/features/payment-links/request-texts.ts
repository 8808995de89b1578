import { defineTexts } from '../../language/define-texts.ts';

/** The texts of asking one person for a payment. */
export const request_texts = defineTexts({
  en: {
    request: 'Request a payment',
    amount: 'Amount',
    currency: 'Currency',
    title: 'What is it for?',
    title_about: 'Your customer sees it.',
    phone: 'Customer’s phone number (optional)',
    phone_about: 'The message then opens in the right conversation.',
    create: 'Create the request',
    ready: 'Ready to send',
    ready_about: (amount: string) => `Your customer can pay ${amount} once, with this link.`,
    open: 'Open the payment link',
    done: 'Done',
  },
  fr: {
    request: 'Demander un paiement',
    amount: 'Montant',
    currency: 'Devise',
    title: 'C’est pour quoi\u00a0?',
    title_about: 'Votre client le voit.',
    phone: 'Téléphone du client (facultatif)',
    phone_about: 'Le message s’ouvre alors dans la bonne conversation.',
    create: 'Créer la demande',
    ready: 'Prêt à envoyer',
    ready_about: (amount) => `Votre client peut payer ${amount} une fois, avec ce lien.`,
    open: 'Voir le lien de paiement',
    done: 'Terminé',
  },
});
