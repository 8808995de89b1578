import { defineTexts } from '../../language/define-texts.ts';

export const money_texts = defineTexts({
  en: {
    title: 'Unexpected money',
    about:
      'Choose in advance what happens to money that arrives late, twice, or in an amount other than requested. The choices apply in test and live mode, to money that arrives from now on.',
    on_underpaid: 'The customer paid less',
    on_overpaid: 'The customer paid more',
    on_paid_late: 'The money arrived after the payment had ended',
    on_paid_twice: 'A payment was paid a second time',
    other_currency: 'Money in another currency always waits for your decision.',
    choices: {
      ask: 'Ask us each time',
      accept: 'Accept the amount received',
      refund_difference: 'Refund the difference',
      refund_all: 'Refund all of it',
    },
  },
  fr: {
    title: 'Argent inattendu',
    about:
      'Choisissez d’avance ce que devient l’argent qui arrive en retard, deux fois, ou d’un autre montant que demandé. Ces choix valent en mode test et en mode réel, pour l’argent qui arrivera désormais.',
    on_underpaid: 'Le client a payé moins',
    on_overpaid: 'Le client a payé plus',
    on_paid_late: 'L’argent est arrivé après la fin du paiement',
    on_paid_twice: 'Un paiement a été payé une seconde fois',
    other_currency: 'L’argent dans une autre devise attend toujours votre décision.',
    choices: {
      ask: 'Nous demander à chaque fois',
      accept: 'Accepter ce qui est arrivé',
      refund_difference: 'Rembourser la différence',
      refund_all: 'Tout rembourser',
    },
  },
});
