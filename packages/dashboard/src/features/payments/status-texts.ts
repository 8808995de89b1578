import { defineTexts } from '../../language/define-texts.ts';
import type { Tone } from '../../parts/badge.tsx';

/** How payments, tries and refunds stand. */
export const status_texts = defineTexts({
  en: {
    payment: {
      pending: 'Waiting',
      processing: 'Processing',
      success: 'Paid',
      failed: 'Failed',
      cancelled: 'Cancelled',
      expired: 'Expired',
    },
    attempt: {
      created: 'Being sent',
      submitted: 'With the customer',
      success: 'Paid',
      failed: 'Refused',
      unknown: 'Not known',
    },
    refund: {
      pending: 'Waiting',
      processing: 'On its way',
      success: 'Refunded',
      failed: 'Failed',
    },
    delivery: { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' },
    needs_person: 'Needs a person',
    attention: {
      true: 'Needs a person',
      unknown: 'Paid or not, nobody knows',
      duplicate: 'Paid twice',
      refund: 'Refund to look into',
      slow: 'No end for over an hour',
    },
    duplicate: 'Paid twice',
    late: 'Came late',
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
    },
    attempt: {
      created: 'En cours d’envoi',
      submitted: 'Chez le client',
      success: 'Payé',
      failed: 'Refusé',
      unknown: 'Inconnu',
    },
    refund: {
      pending: 'En attente',
      processing: 'En route',
      success: 'Remboursé',
      failed: 'Échoué',
    },
    delivery: { waiting: 'En attente', delivered: 'Livré', failed: 'Échoué' },
    needs_person: 'À vérifier',
    attention: {
      true: 'À vérifier',
      unknown: 'Payé ou non, on ne sait pas',
      duplicate: 'Payé deux fois',
      refund: 'Remboursement à vérifier',
      slow: 'Sans issue depuis plus d’une heure',
    },
    duplicate: 'Payé deux fois',
    late: 'Arrivé tard',
    refunded: 'Remboursé',
    partly_refunded: 'Remboursé en partie',
  },
});

const tones: Readonly<Record<string, Tone>> = {
  success: 'good',
  delivered: 'good',
  failed: 'bad',
  unknown: 'warn',
  processing: 'accent',
  submitted: 'accent',
  created: 'accent',
};

/** The colour of a status; the words say it too. */
export function toneOf(status: string): Tone {
  return tones[status] ?? 'quiet';
}
