import type { FailureReason } from '@guichet/kernel/outcome';

/** What a merchant's staff read about a refund that failed. */
export const refundSentences: Readonly<Record<FailureReason, string>> = {
  insufficient_funds: 'The account that refunds does not have enough money with the operator.',
  payer_cancelled: 'The refund was refused by a person before it was made.',
  payer_timeout: 'The operator gave the refund up because it took too long.',
  limit_exceeded: 'The amount is above a limit of the customer’s wallet.',
  wrong_pin: 'The operator did not accept the PIN that authorises refunds.',
  wrong_otp: 'The operator did not accept the one-time code that authorises refunds.',
  not_registered: 'The number that paid has no wallet with the operator any more.',
  account_blocked: 'The customer’s wallet is blocked.',
  operator_down: 'The operator is not available.',
  other: 'The operator refused the refund without saying why.',
};
