import { defineTexts } from '../language/define-texts.ts';

/** The books in words: what money moved for, and where it lies. */
export const book_texts = defineTexts({
  en: {
    kinds: {
      collection: 'Payment',
      duplicate: 'Paid twice',
      payout_reserved: 'Payout: reserved',
      payout_paid: 'Payout: paid',
      payout_returned: 'Payout: returned',
      payout_paid_late: 'Payout: paid late',
      refund_reserved: 'Refund: reserved',
      refund_paid: 'Refund: paid',
      refund_returned: 'Refund: returned',
      refund_paid_late: 'Refund: paid late',
      sandbox_funding: 'Test funds',
    },
    accounts: {
      operator_clearing: 'Held by the operator',
      merchant_balance: 'Your balance',
      payouts_in_flight: 'Payouts in transit',
      refunds_in_flight: 'Refunds in transit',
      fees: 'Fees',
      duplicates: 'Paid twice, to be refunded',
      sandbox_funding: 'Test funds',
    },
  },
  fr: {
    kinds: {
      collection: 'Paiement',
      duplicate: 'Payé deux fois',
      payout_reserved: 'Versement : réservé',
      payout_paid: 'Versement : payé',
      payout_returned: 'Versement : restitué',
      payout_paid_late: 'Versement : payé tardivement',
      refund_reserved: 'Remboursement : réservé',
      refund_paid: 'Remboursement : payé',
      refund_returned: 'Remboursement : restitué',
      refund_paid_late: 'Remboursement : payé tardivement',
      sandbox_funding: 'Fonds de test',
    },
    accounts: {
      operator_clearing: 'Chez l’opérateur',
      merchant_balance: 'Votre solde',
      payouts_in_flight: 'Versements en cours',
      refunds_in_flight: 'Remboursements en cours',
      fees: 'Frais',
      duplicates: 'Payé deux fois, à rembourser',
      sandbox_funding: 'Fonds de test',
    },
  },
});
