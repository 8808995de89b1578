/**
 * Accounts of a merchant, mode and currency (design section 6). A debit is positive, a credit negative:
 * what an operator holds for the merchant is a debit, what we owe to someone is a credit.
 */
export const accounts = {
  /** Money an operator has taken for us, per connector. */
  operatorClearing: (connector_id: string) => `operator_clearing:${connector_id}`,
  /** What the merchant can pay out. */
  merchantBalance: 'merchant_balance',
  /** What is on its way to recipients: no longer the merchant's to spend, not yet gone. */
  payoutsInFlight: 'payouts_in_flight',
  /** What customers paid on top. */
  fees: 'fees',
  /** Money of a second success of the same payment: the customer's, until it is refunded. */
  duplicates: 'duplicates',
  /** Where the play money of test mode comes from. */
  sandboxFunding: 'sandbox_funding',
} as const;
