import { defineTexts } from '../language/define-texts.ts';

/** The books in words: what money moved for, and where it lies. */
export const book_texts = defineTexts({
  en: {
    kinds: {
      collection: 'Payment',
      duplicate: 'Paid twice',
      payout_reserved: 'Payout: set aside',
      payout_paid: 'Payout: paid',
      payout_returned: 'Payout: given back',
      payout_paid_late: 'Payout: paid after all',
      refund_reserved: 'Refund: set aside',
      refund_paid: 'Refund: paid',
      refund_returned: 'Refund: given back',
      refund_paid_late: 'Refund: paid after all',
      sandbox_funding: 'Play money',
    },
    accounts: {
      operator_clearing: 'With the operator',
      merchant_balance: 'Your balance',
      payouts_in_flight: 'Payouts on their way',
      refunds_in_flight: 'Refunds on their way',
      fees: 'Fees',
      duplicates: 'Paid twice, to give back',
      sandbox_funding: 'Play money',
    },
  },
  fr: {
    kinds: {
      collection: 'Paiement',
      duplicate: 'Payé deux fois',
      payout_reserved: 'Versement : réservé',
      payout_paid: 'Versement : payé',
      payout_returned: 'Versement : rendu',
      payout_paid_late: 'Versement : payé après coup',
      refund_reserved: 'Remboursement : réservé',
      refund_paid: 'Remboursement : payé',
      refund_returned: 'Remboursement : rendu',
      refund_paid_late: 'Remboursement : payé après coup',
      sandbox_funding: 'Argent fictif',
    },
    accounts: {
      operator_clearing: 'Chez l’opérateur',
      merchant_balance: 'Votre solde',
      payouts_in_flight: 'Versements en route',
      refunds_in_flight: 'Remboursements en route',
      fees: 'Frais',
      duplicates: 'Payé deux fois, à rendre',
      sandbox_funding: 'Argent fictif',
    },
  },
});
