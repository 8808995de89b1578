import { defineTexts } from '../../language/define-texts.ts';

export const recovery_texts = defineTexts({
  en: {
    title: 'Payments are paused',
    waiting: 'The service was restored and may have lost recent operations.',
    closed:
      'Nothing is sent to operators: customers cannot pay, and new payouts and refunds wait. They are sent once payments resume.',
    since: 'Operations may be missing since',
    details: 'What to do, and what was found',
    to_do_title: 'What to do',
    repeat:
      'Have your systems repeat the requests of that period with the same Idempotency-Key: operations that operators have already carried out are found and not sent a second time.',
    not_by_hand: 'Do not re-enter lost payouts or refunds manually until payments resume.',
    ask: 'The person who runs the service resumes payments, with the command “guichet recover open”.',
    compare: 'Compare your operators’ statements with the records here. Then resume payments.',
    found_title: 'What was found',
    counts: {
      to_inquire: 'Awaiting a status inquiry',
      found_paid: 'Found paid',
      found_failed: 'Found failed',
      to_send: 'To be sent once payments resume',
      needs_review: 'Need review',
      unknown_callbacks: 'Operator messages without a matching record',
    },
    none_found: 'No outcome has been found yet.',
    looked_at: 'Status inquiries about all open operations completed',
    list: 'Outcomes found',
    kind: 'Type',
    amount: 'Amount',
    outcome: 'Outcome',
    when: 'Found',
    kinds: { payment: 'Payment', payout: 'Payout', refund: 'Refund' },
    outcomes: { success: 'Paid', failed: 'Failed' },
    open: 'Resume payments',
    open_about:
      'Customers can pay again, and the waiting payouts and refunds are sent. A payout or refund that an operator has already paid, but that this service does not know about, may then be paid a second time unless its request is repeated with its Idempotency-Key.',
    anyway: (count: number) => `Resume before all status inquiries are complete (${count} still open)`,
    opened: 'Payments have resumed',
  },
  fr: {
    title: 'Les paiements sont en pause',
    waiting: 'Le service a été restauré et a peut-être perdu des opérations récentes.',
    closed:
      'Rien n’est envoyé aux opérateurs : les clients ne peuvent pas payer, les nouveaux versements et remboursements attendent. Ils partent dès que les paiements reprennent.',
    since: 'Il manque peut-être des opérations depuis',
    details: 'Que faire, et ce qui a été retrouvé',
    to_do_title: 'Que faire',
    repeat:
      'Faites renvoyer par vos systèmes les requêtes de cette période, avec la même Idempotency-Key : ce que les opérateurs ont déjà exécuté est retrouvé, et n’est pas envoyé une deuxième fois.',
    not_by_hand:
      'Ne ressaisissez pas à la main les versements ou remboursements perdus avant la reprise des paiements.',
    ask: 'La personne qui exploite le service reprend les paiements, avec la commande « guichet recover open ».',
    compare:
      'Comparez les relevés de vos opérateurs avec ce qui figure ici. Ensuite, reprenez les paiements.',
    found_title: 'Ce qui a été retrouvé',
    counts: {
      to_inquire: 'À demander encore aux opérateurs',
      found_paid: 'Retrouvés payés',
      found_failed: 'Retrouvés échoués',
      to_send: 'À envoyer à la reprise',
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
    open: 'Reprendre les paiements',
    open_about:
      'Les clients peuvent de nouveau payer, et les versements et remboursements en attente partent. Ce qu’un opérateur a déjà payé et que ce service ignore pourrait alors être payé une deuxième fois, sauf si la requête est répétée avec son Idempotency-Key.',
    anyway: (count) =>
      `Reprendre bien que les opérateurs n’aient pas été interrogés sur tout (encore ouverts : ${count})`,
    opened: 'Les paiements ont repris',
  },
});
