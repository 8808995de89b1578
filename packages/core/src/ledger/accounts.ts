/**
 * Accounts of a merchant, mode and currency (design section 6). A debit is positive, a credit negative:
 * what an operator holds for the merchant is a debit, what we owe to someone is a credit.
 */
export const accounts = {
  /** Money an operator has taken for us, per account with a provider, or per connector that needs none. */
  operatorClearing: (account_or_connector: string) => `operator_clearing:${account_or_connector}`,
  /** What the merchant can pay out. */
  merchantBalance: 'merchant_balance',
  /** What is on its way to recipients: no longer the merchant's to spend, not yet gone. */
  payoutsInFlight: 'payouts_in_flight',
  /** What is on its way back to customers: taken from where it was, not yet gone. */
  refundsInFlight: 'refunds_in_flight',
  /** What customers paid on top. */
  fees: 'fees',
  /** Money of a second success of the same payment: the customer's, until it is refunded. */
  duplicates: 'duplicates',
  /** Where the play money of test mode comes from. */
  sandboxFunding: 'sandbox_funding',
} as const;

/** Where the money of an attempt, a payout or a refund lies with its operator. */
export function clearingOf(through: {
  readonly connector: string;
  readonly account_id: string | null;
}): string {
  return accounts.operatorClearing(through.account_id ?? through.connector);
}
