import { defineTexts } from '../../language/define-texts.ts';

export const money_texts = defineTexts({
  en: {
    title: 'Unexpected money',
    about:
      'Decide beforehand what becomes of money that comes otherwise than it was asked for. It applies to both modes, from the next payment on.',
    on_underpaid: 'The customer paid less',
    on_overpaid: 'The customer paid more',
    on_paid_late: 'The money came after the payment had ended',
    on_paid_twice: 'A paid payment was paid again',
    other_currency: 'Money in another currency always waits for your decision.',
    choices: {
      ask: 'Ask us each time',
      accept: 'Accept what came',
      refund_difference: 'Refund the difference',
      refund_all: 'Refund all of it',
    },
  },
  fr: {
    title: 'Argent inattendu',
    about:
      'Décidez d’avance ce que devient l’argent qui arrive autrement que demandé. Vaut dans les deux modes, dès le prochain paiement.',
    on_underpaid: 'Le client a payé moins',
    on_overpaid: 'Le client a payé plus',
    on_paid_late: 'L’argent est arrivé après la fin du paiement',
    on_paid_twice: 'Un paiement payé l’a été encore une fois',
    other_currency: 'L’argent dans une autre devise attend toujours votre décision.',
    choices: {
      ask: 'Nous demander chaque fois',
      accept: 'Accepter ce qui est arrivé',
      refund_difference: 'Rembourser la différence',
      refund_all: 'Tout rembourser',
    },
  },
});
