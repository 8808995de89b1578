import { defineTexts } from '../../language/define-texts.ts';

/** What the overview says. */
export const overview_page_texts = defineTexts({
  en: {
    period: 'Period',
    periods: { '7': '7 days', '30': '30 days', '90': '90 days' },
    currency: 'Currency',
    volume: 'Collected',
    success_rate: 'Success rate',
    fees: 'Fees of customers',
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
    utc: 'Days here begin at midnight UTC.',
    needs: 'Needs a person',
    no_needs: 'Nothing needs you now.',
    need: {
      slow_payments: (count: number) =>
        count === 1
          ? '1 payment has had no end for over an hour'
          : `${count} payments have had no end for over an hour`,
      unknown_payments: (count: number) =>
        count === 1
          ? '1 payment is not known to be paid or not'
          : `${count} payments are not known to be paid or not`,
      duplicates: (count: number) =>
        count === 1 ? '1 payment was paid twice' : `${count} payments were paid twice`,
      stuck_refunds: (count: number) =>
        count === 1 ? '1 refund needs your word' : `${count} refunds need your word`,
      stuck_payouts: (count: number) =>
        count === 1 ? '1 payout needs your word' : `${count} payouts need your word`,
      waiting_payouts: (count: number) =>
        count === 1 ? '1 payout waits for approval' : `${count} payouts wait for approval`,
      waiting_changes: (count: number) =>
        count === 1 ? '1 change of who approves what' : `${count} changes of who approves what`,
      failing_endpoints: (count: number) =>
        count === 1 ? '1 webhook endpoint does not answer' : `${count} webhook endpoints do not answer`,
      low_balance: (amount: string) => `Low balance: ${amount}`,
    },
    steps: 'Getting started',
    steps_about: (done: number, all: number) => `${done} of ${all} done`,
    done: 'Done',
    open: 'To do',
    step: {
      test_payment: 'Take a test payment',
      api_key: 'Make an API key',
      webhook: 'Add a webhook endpoint',
      branding: 'Choose your colour',
      colleague: 'Invite a colleague',
      account: 'Connect an account with a provider',
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
    needs: 'À regarder',
    no_needs: 'Rien ne demande votre attention.',
    need: {
      slow_payments: (count) =>
        count === 1
          ? '1 paiement est sans issue depuis plus d’une heure'
          : `${count} paiements sont sans issue depuis plus d’une heure`,
      unknown_payments: (count) =>
        count === 1
          ? 'On ne sait pas si 1 paiement a été payé'
          : `On ne sait pas si ${count} paiements ont été payés`,
      duplicates: (count) =>
        count === 1 ? '1 paiement a été payé deux fois' : `${count} paiements ont été payés deux fois`,
      stuck_refunds: (count) =>
        count === 1 ? '1 remboursement à vérifier' : `${count} remboursements à vérifier`,
      stuck_payouts: (count) => (count === 1 ? '1 versement à vérifier' : `${count} versements à vérifier`),
      waiting_payouts: (count) =>
        count === 1 ? '1 versement à approuver' : `${count} versements à approuver`,
      waiting_changes: (count) =>
        count === 1
          ? '1 changement dans les approbations à décider'
          : `${count} changements dans les approbations à décider`,
      failing_endpoints: (count) =>
        count === 1 ? '1 adresse de webhook ne répond pas' : `${count} adresses de webhook ne répondent pas`,
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
      account: 'Relier un compte chez un prestataire',
      live_payment: 'Encaisser le premier paiement réel',
    },
    empty: 'Aucun paiement sur cette période',
    empty_about: 'Les chiffres et les graphiques apparaissent avec le premier paiement.',
  },
});
