import { defineTexts } from '../../language/define-texts.ts';

export const recovery_texts = defineTexts({
  en: {
    title: 'Payments are paused',
    waiting: 'The service was restored, and may have lost what was done before.',
    closed:
      'Nothing is sent to operators: customers cannot pay, and new payouts and refunds wait. They are sent once the service is open again.',
    since: 'Something may be missing since',
    details: 'What to do, and what was found',
    to_do_title: 'What to do',
    repeat:
      'Have your systems send the requests of that time again, with the same Idempotency-Key: what operators have already carried out is found, and not sent a second time.',
    not_by_hand: 'Do not enter lost payouts or refunds again by hand until the service is open.',
    ask: 'Whoever runs the service opens it, with the command “guichet recover open”.',
    compare: 'Compare the statements of your operators with what is here. Then open the service.',
    found_title: 'What was found',
    counts: {
      to_inquire: 'Still to ask operators about',
      found_paid: 'Found paid',
      found_failed: 'Found failed',
      to_send: 'To be sent once open',
      needs_review: 'Need review',
      unknown_callbacks: 'Messages of operators about what is not here',
    },
    none_found: 'No outcome has been found yet.',
    looked_at: 'Operators were asked about everything that is open',
    list: 'Outcomes found',
    kind: 'What',
    amount: 'Amount',
    outcome: 'Outcome',
    when: 'Found',
    kinds: { payment: 'Payment', payout: 'Payout', refund: 'Refund' },
    outcomes: { success: 'Paid', failed: 'Failed' },
    open: 'Open the service',
    open_about:
      'Customers can pay again, and the payouts and refunds that wait are sent. What an operator has already paid and this service does not know may then be paid a second time, unless it is repeated with its Idempotency-Key.',
    anyway: (count: number) =>
      `Open although operators have not been asked about everything (${count} still open)`,
    opened: 'The service is open',
  },
  fr: {
    title: 'Les paiements sont en pause',
    waiting: 'Le service a été restauré et a peut-être perdu des opérations récentes.',
    closed:
      'Rien n’est envoyé aux opérateurs : les clients ne peuvent pas payer, les nouveaux versements et remboursements attendent. Ils partent dès que le service est rouvert.',
    since: 'Il manque peut-être des opérations depuis',
    details: 'Que faire, et ce qui a été retrouvé',
    to_do_title: 'Que faire',
    repeat:
      'Faites renvoyer par vos systèmes les requêtes de cette période, avec la même Idempotency-Key : ce que les opérateurs ont déjà exécuté est retrouvé, et n’est pas envoyé une deuxième fois.',
    not_by_hand:
      'Ne ressaisissez pas à la main les versements ou remboursements perdus avant la réouverture du service.',
    ask: 'La personne qui exploite le service l’ouvre, avec la commande « guichet recover open ».',
    compare: 'Comparez les relevés de vos opérateurs avec ce qui figure ici. Ensuite, ouvrez le service.',
    found_title: 'Ce qui a été retrouvé',
    counts: {
      to_inquire: 'À demander encore aux opérateurs',
      found_paid: 'Retrouvés payés',
      found_failed: 'Retrouvés échoués',
      to_send: 'À envoyer après l’ouverture',
      needs_review: 'À examiner',
      unknown_callbacks: 'Messages d’opérateurs sur ce qui n’est pas ici',
    },
    none_found: 'Aucun résultat retrouvé pour l’instant.',
    looked_at: 'Les opérateurs ont été interrogés sur tout ce qui est ouvert',
    list: 'Résultats retrouvés',
    kind: 'Objet',
    amount: 'Montant',
    outcome: 'Résultat',
    when: 'Retrouvé',
    kinds: { payment: 'Paiement', payout: 'Versement', refund: 'Remboursement' },
    outcomes: { success: 'Payé', failed: 'Échoué' },
    open: 'Ouvrir le service',
    open_about:
      'Les clients peuvent de nouveau payer, et les versements et remboursements en attente partent. Ce qu’un opérateur a déjà payé et que ce service ignore pourrait alors être payé une deuxième fois, sauf si la requête est répétée avec son Idempotency-Key.',
    anyway: (count) =>
      `Ouvrir bien que les opérateurs n’aient pas été interrogés sur tout (encore ouverts : ${count})`,
    opened: 'Le service est ouvert',
  },
});
