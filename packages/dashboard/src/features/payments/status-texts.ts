import { defineTexts } from '../../language/define-texts.ts';
import type { Tone } from '../../parts/badge.tsx';

/** The statuses of payments, attempts and refunds. */
export const status_texts = defineTexts({
  en: {
    payment: {
      pending: 'Pending',
      processing: 'Processing',
      success: 'Paid',
      failed: 'Failed',
      cancelled: 'Cancelled',
      expired: 'Expired',
      reversed: 'Reversed',
    },
    attempt: {
      created: 'Being sent',
      submitted: 'Waiting for the customer',
      success: 'Paid',
      failed: 'Refused',
      unknown: 'Unknown',
      reversed: 'Reversed',
      held: 'Unexpected money',
    },
    refund: {
      pending: 'Pending',
      processing: 'Processing',
      success: 'Refunded',
      failed: 'Failed',
      reversed: 'Reversed',
    },
    delivery: { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' },
    needs_review: 'Needs review',
    attention: {
      true: 'Needs review',
      unknown: 'Outcome unknown',
      duplicate: 'Paid twice',
      refund: 'Refund needs review',
      slow: 'Open for over an hour',
    },
    duplicate: 'Paid twice',
    late: 'Paid late',
    refunded: 'Refunded',
    partly_refunded: 'Partly refunded',
  },
  fr: {
    payment: {
      pending: 'En attente',
      processing: 'En cours',
      success: 'Payé',
      failed: 'Échoué',
      cancelled: 'Annulé',
      expired: 'Expiré',
      reversed: 'Annulé par l’opérateur',
    },
    attempt: {
      created: 'En cours d’envoi',
      submitted: 'Chez le client',
      success: 'Payé',
      failed: 'Refusé',
      unknown: 'Inconnu',
      reversed: 'Annulé par l’opérateur',
      held: 'Argent inattendu',
    },
    refund: {
      pending: 'En attente',
      processing: 'En cours',
      success: 'Remboursé',
      failed: 'Échoué',
      reversed: 'Annulé par l’opérateur',
    },
    delivery: { waiting: 'En attente', delivered: 'Livré', failed: 'Échoué' },
    needs_review: 'À vérifier',
    attention: {
      true: 'À vérifier',
      unknown: 'Issue inconnue',
      duplicate: 'Payé deux fois',
      refund: 'Remboursement à vérifier',
      slow: 'En cours depuis plus d’une heure',
    },
    duplicate: 'Payé deux fois',
    late: 'Payé tardivement',
    refunded: 'Remboursé',
    partly_refunded: 'Remboursé en partie',
  },
});

const tones: Readonly<Record<string, Tone>> = {
  success: 'good',
  delivered: 'good',
  failed: 'bad',
  reversed: 'bad',
  unknown: 'warn',
  held: 'warn',
  processing: 'accent',
  submitted: 'accent',
  created: 'accent',
};

/** The color tone of a status; the text states the status as well. */
export function toneOf(status: string): Tone {
  return tones[status] ?? 'quiet';
}
