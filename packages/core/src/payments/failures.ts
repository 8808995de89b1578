import type { FailureReason } from '@guichet/kernel/outcome';

/** What a merchant's staff read about a failure. The customer's sentences are in the page's texts. */
export const merchantSentences: Readonly<Record<FailureReason, string>> = {
  insufficient_funds: 'The customer does not have enough money in the wallet.',
  payer_cancelled: 'The customer refused the payment on the phone.',
  payer_timeout: 'The customer did not approve in time.',
  limit_exceeded: 'The amount is above a limit of the customer’s wallet.',
  wrong_pin: 'The customer typed a wrong PIN.',
  wrong_otp: 'The customer typed a wrong one-time code too often.',
  not_registered: 'This number has no wallet with the operator.',
  account_blocked: 'The customer’s wallet is blocked.',
  operator_down: 'The operator is not available.',
  other: 'The operator refused the payment without saying why.',
};

/** False for what an older or newer version may have written. */
export function isFailureReason(text: string): text is FailureReason {
  return Object.hasOwn(merchantSentences, text);
}
