import type { FailureReason } from '@guichet/kernel/outcome';

/** The languages of staff. The API is in English, the dashboard in both languages. */
export type StaffLanguage = 'en' | 'fr';
/** The objects that can fail. */
export type Failed = 'payment' | 'payout' | 'refund';

/** The reasons for which a payment fails although its money arrived: the money is refunded to the customer. */
export const refund_reasons = ['wrong_amount', 'paid_late'] as const;
type RefundReason = (typeof refund_reasons)[number];

type Sentences = {
  readonly payment: Readonly<Record<FailureReason | RefundReason, string>>;
  readonly payout: Readonly<Record<FailureReason, string>>;
  readonly refund: Readonly<Record<FailureReason, string>>;
};

/**
 * The explanation of each failure reason for a merchant's staff; the operator's own message is stored with
 * it. The sentences for customers are in the texts of the hosted page.
 */
export const failure_sentences: Readonly<Record<StaffLanguage, Sentences>> = {
  en: {
    payment: {
      insufficient_funds: 'The customer does not have enough money in the wallet.',
      payer_cancelled: 'The customer refused the payment on the phone.',
      payer_timeout: 'The customer did not approve in time.',
      limit_exceeded: 'The amount is above a limit of the customer’s wallet.',
      wrong_pin: 'The customer entered a wrong PIN.',
      wrong_otp: 'The customer entered a wrong one-time code too often.',
      not_registered: 'This number has no wallet with the operator.',
      account_blocked: 'The customer’s wallet is blocked.',
      operator_down: 'The operator is not available.',
      other: 'The operator refused the payment without giving a reason.',
      wrong_amount: 'The customer paid a different amount, which is refunded.',
      paid_late: 'The customer paid too late, and the money is refunded.',
    },
    payout: {
      insufficient_funds: 'The account that pays out does not have enough money with the operator.',
      payer_cancelled: 'The payout was refused by a person before it was paid.',
      payer_timeout: 'The operator abandoned the payout because it took too long.',
      limit_exceeded: 'The amount is above a limit of the recipient’s wallet.',
      wrong_pin: 'The operator did not accept the PIN that authorises payouts.',
      wrong_otp: 'The operator did not accept the one-time code that authorises payouts.',
      not_registered: 'This number has no wallet with the operator.',
      account_blocked: 'The recipient’s wallet is blocked.',
      operator_down: 'The operator is not available.',
      other: 'The operator refused the payout without giving a reason.',
    },
    refund: {
      insufficient_funds: 'The account that refunds does not have enough money with the operator.',
      payer_cancelled: 'The refund was refused by a person before it was made.',
      payer_timeout: 'The operator abandoned the refund because it took too long.',
      limit_exceeded: 'The amount is above a limit of the customer’s wallet.',
      wrong_pin: 'The operator did not accept the PIN that authorises refunds.',
      wrong_otp: 'The operator did not accept the one-time code that authorises refunds.',
      not_registered: 'The number that paid has no wallet with the operator any more.',
      account_blocked: 'The customer’s wallet is blocked.',
      operator_down: 'The operator is not available.',
      other: 'The operator refused the refund without giving a reason.',
    },
  },
  fr: {
    payment: {
      insufficient_funds: 'Le client n’a pas assez d’argent sur son compte.',
      payer_cancelled: 'Le client a refusé le paiement sur son téléphone.',
      payer_timeout: 'Le client n’a pas validé à temps.',
      limit_exceeded: 'Le montant dépasse un plafond du compte du client.',
      wrong_pin: 'Le client s’est trompé de code secret.',
      wrong_otp: 'Le client s’est trompé trop souvent de code à usage unique.',
      not_registered: 'Ce numéro n’a pas de compte chez l’opérateur.',
      account_blocked: 'Le compte du client est bloqué.',
      operator_down: 'L’opérateur n’est pas disponible.',
      other: 'L’opérateur a refusé le paiement sans dire pourquoi.',
      wrong_amount: 'Le client a payé un autre montant, qui lui est rendu.',
      paid_late: 'Le client a payé trop tard, et l’argent lui est rendu.',
    },
    payout: {
      insufficient_funds: 'Le compte qui paie n’a pas assez d’argent chez l’opérateur.',
      payer_cancelled: 'Le versement a été refusé par une personne avant d’être payé.',
      payer_timeout: 'L’opérateur a abandonné le versement, qui durait trop longtemps.',
      limit_exceeded: 'Le montant dépasse un plafond du compte du bénéficiaire.',
      wrong_pin: 'L’opérateur n’a pas accepté le code secret qui autorise les versements.',
      wrong_otp: 'L’opérateur n’a pas accepté le code à usage unique qui autorise les versements.',
      not_registered: 'Ce numéro n’a pas de compte chez l’opérateur.',
      account_blocked: 'Le compte du bénéficiaire est bloqué.',
      operator_down: 'L’opérateur n’est pas disponible.',
      other: 'L’opérateur a refusé le versement sans dire pourquoi.',
    },
    refund: {
      insufficient_funds: 'Le compte qui rembourse n’a pas assez d’argent chez l’opérateur.',
      payer_cancelled: 'Le remboursement a été refusé par une personne avant d’être fait.',
      payer_timeout: 'L’opérateur a abandonné le remboursement, qui durait trop longtemps.',
      limit_exceeded: 'Le montant dépasse un plafond du compte du client.',
      wrong_pin: 'L’opérateur n’a pas accepté le code secret qui autorise les remboursements.',
      wrong_otp: 'L’opérateur n’a pas accepté le code à usage unique qui autorise les remboursements.',
      not_registered: 'Le numéro qui a payé n’a plus de compte chez l’opérateur.',
      account_blocked: 'Le compte du client est bloqué.',
      operator_down: 'L’opérateur n’est pas disponible.',
      other: 'L’opérateur a refusé le remboursement sans dire pourquoi.',
    },
  },
};

/** Whether text is a known reason; false for one that another version may have written. */
export function isFailureReason(text: string): text is FailureReason {
  return Object.hasOwn(failure_sentences.en.payout, text);
}

/** Whether a payment failed because its money is refunded. */
export function isRefundReason(text: string): text is RefundReason {
  return refund_reasons.some((reason) => reason === text);
}
