import { defineTexts } from '../../language/define-texts.ts';

/** The texts of the overview. */
export const overview_page_texts = defineTexts({
  en: {
    period: 'Period',
    periods: { '7': '7 days', '30': '30 days', '90': '90 days' },
    currency: 'Currency',
    volume: 'Collected',
    success_rate: 'Success rate',
    fees: 'Customer fees',
    time: 'Average time to pay',
    payments: (count: number) => (count === 1 ? '1 payment' : `${count} payments`),
    tries: (paid: number, refused: number) => `${paid} paid, ${refused} refused`,
    before: (value: string) => `Before: ${value}`,
    none: 'None',
    by_day: 'Collected by day',
    outcome_by_day: 'Paid and refused by day',
    by_operator: 'By operator',
    paid: 'Paid',
    refused: 'Refused',
    day: 'Day',
    operator: 'Operator',
    as_table: 'Show as a table',
    utc: 'Days start at midnight UTC.',
    needs: 'Needs review',
    no_needs: 'Nothing needs your attention.',
    need: {
      slow_payments: (count: number) =>
        count === 1
          ? '1 payment has been open for over an hour'
          : `${count} payments have been open for over an hour`,
      unknown_payments: (count: number) =>
        count === 1 ? '1 payment needs review' : `${count} payments need review`,
      duplicates: (count: number) =>
        count === 1 ? '1 payment was paid twice' : `${count} payments were paid twice`,
      stuck_refunds: (count: number) =>
        count === 1 ? '1 refund needs review' : `${count} refunds need review`,
      stuck_payouts: (count: number) =>
        count === 1 ? '1 payout needs review' : `${count} payouts need review`,
      waiting_payouts: (count: number) =>
        count === 1 ? '1 payout is awaiting approval' : `${count} payouts are awaiting approval`,
      waiting_movements: (count: number) =>
        count === 1 ? '1 movement is awaiting approval' : `${count} movements are awaiting approval`,
      waiting_decisions: (count: number) =>
        count === 1
          ? '1 decision about a payment is awaiting approval'
          : `${count} decisions about payments are awaiting approval`,
      uncovered: (count: number) =>
        count === 1
          ? 'The money of 1 payment went back twice: cover it from the balance'
          : `The money of ${count} payments went back twice: cover it from the balance`,
      drifts: (count: number) =>
        count === 1
          ? '1 provider reports another balance than the books'
          : `${count} providers report other balances than the books`,
      waiting_changes: (count: number) =>
        count === 1
          ? '1 change to approval rules is awaiting a decision'
          : `${count} changes to approval rules are awaiting a decision`,
      failing_endpoints: (count: number) =>
        count === 1 ? '1 webhook endpoint is failing' : `${count} webhook endpoints are failing`,
      low_balance: (amount: string) => `Low balance: ${amount}`,
    },
    steps: 'Getting started',
    steps_about: (done: number, all: number) => `${done} of ${all} done`,
    done: 'Done',
    open: 'To do',
    step: {
      test_payment: 'Take a test payment',
      api_key: 'Create an API key',
      webhook: 'Add a webhook endpoint',
      branding: 'Choose your colour',
      colleague: 'Invite a colleague',
      account: 'Connect a provider account',
      live_payment: 'Take the first live payment',
    },
    empty: 'No payments in this period',
    empty_about: 'Figures and charts appear with the first payment.',
  },
  fr: {
    period: 'Période',
    periods: { '7': '7 jours', '30': '30 jours', '90': '90 jours' },
    currency: 'Devise',
    volume: 'Encaissé',
    success_rate: 'Taux de réussite',
    fees: 'Frais des clients',
    time: 'Temps moyen pour payer',
    payments: (count) => (count === 1 ? '1 paiement' : `${count} paiements`),
    tries: (paid, refused) => `${paid} payés, ${refused} refusés`,
    before: (value) => `Avant : ${value}`,
    none: 'Aucun',
    by_day: 'Encaissé par jour',
    outcome_by_day: 'Payés et refusés par jour',
    by_operator: 'Par opérateur',
    paid: 'Payés',
    refused: 'Refusés',
    day: 'Jour',
    operator: 'Opérateur',
    as_table: 'Voir le tableau',
    utc: 'Ici, les jours commencent à minuit UTC.',
    needs: 'À vérifier',
    no_needs: 'Rien ne demande votre attention.',
    need: {
      slow_payments: (count) =>
        count === 1
          ? '1 paiement est en cours depuis plus d’une heure'
          : `${count} paiements sont en cours depuis plus d’une heure`,
      unknown_payments: (count) => (count === 1 ? '1 paiement à vérifier' : `${count} paiements à vérifier`),
      duplicates: (count) =>
        count === 1 ? '1 paiement a été payé deux fois' : `${count} paiements ont été payés deux fois`,
      stuck_refunds: (count) =>
        count === 1 ? '1 remboursement à vérifier' : `${count} remboursements à vérifier`,
      stuck_payouts: (count) => (count === 1 ? '1 versement à vérifier' : `${count} versements à vérifier`),
      waiting_payouts: (count) =>
        count === 1 ? '1 versement à approuver' : `${count} versements à approuver`,
      waiting_movements: (count) =>
        count === 1 ? '1 mouvement à approuver' : `${count} mouvements à approuver`,
      waiting_decisions: (count) =>
        count === 1
          ? '1 décision sur un paiement à approuver'
          : `${count} décisions sur des paiements à approuver`,
      uncovered: (count) =>
        count === 1
          ? 'L’argent d’un paiement a été rendu deux fois : imputez-le au solde'
          : `L’argent de ${count} paiements a été rendu deux fois : imputez-le au solde`,
      drifts: (count) =>
        count === 1
          ? '1 prestataire indique un autre solde que les comptes'
          : `${count} prestataires indiquent d’autres soldes que les comptes`,
      waiting_changes: (count) =>
        count === 1
          ? '1 changement des règles d’approbation à décider'
          : `${count} changements des règles d’approbation à décider`,
      failing_endpoints: (count) =>
        count === 1 ? '1 adresse de webhook en échec' : `${count} adresses de webhook en échec`,
      low_balance: (amount) => `Solde bas : ${amount}`,
    },
    steps: 'Premiers pas',
    steps_about: (done, all) => `${done} sur ${all} faits`,
    done: 'Fait',
    open: 'À faire',
    step: {
      test_payment: 'Encaisser un paiement de test',
      api_key: 'Créer une clé d’API',
      webhook: 'Ajouter une adresse de webhook',
      branding: 'Choisir votre couleur',
      colleague: 'Inviter un collègue',
      account: 'Connecter un compte fournisseur',
      live_payment: 'Encaisser le premier paiement réel',
    },
    empty: 'Aucun paiement sur cette période',
    empty_about: 'Les chiffres et les graphiques apparaissent avec le premier paiement.',
  },
});
