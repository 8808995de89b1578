import type { FailureReason } from '@guichet/kernel/outcome';

/** What a merchant's staff read about a payout that failed. */
export const payoutSentences: Readonly<Record<FailureReason, string>> = {
  insufficient_funds: 'The account that pays out does not have enough money with the operator.',
  payer_cancelled: 'The payout was refused by a person before it was paid.',
  payer_timeout: 'The operator gave the payout up because it took too long.',
  limit_exceeded: 'The amount is above a limit of the recipient’s wallet.',
  wrong_pin: 'The operator did not accept the PIN that authorises payouts.',
  wrong_otp: 'The operator did not accept the one-time code that authorises payouts.',
  not_registered: 'This number has no wallet with the operator.',
  account_blocked: 'The recipient’s wallet is blocked.',
  operator_down: 'The operator is not available.',
  other: 'The operator refused the payout without saying why.',
};
