/**
 * Accounts of a merchant, mode and currency (design section 6). A debit is positive, a credit negative: money
 * that an operator holds for the merchant is a debit, money that we owe is a credit.
 */
export const accounts = {
  /**
   * Money that an operator has collected for us: one ledger account for each account with a provider, or for each
   * connector that needs no account.
   */
  operatorClearing: (account_or_connector: string) => `operator_clearing:${account_or_connector}`,
  /** The money that the merchant can pay out. */
  merchantBalance: 'merchant_balance',
  /** Money in flight to recipients: no longer available to the merchant, but not yet paid out. */
  payoutsInFlight: 'payouts_in_flight',
  /** Money in flight back to customers, but not yet refunded. */
  refundsInFlight: 'refunds_in_flight',
  /** The fees that customers paid on top. */
  fees: 'fees',
  /** The fees that operators have kept out of the money they collected: a cost. */
  operatorFees: 'operator_fees',
  /**
   * Money of a second successful attempt at the same payment. It belongs to the customer until it is refunded or
   * settles the payment.
   */
  duplicates: 'duplicates',
  /**
   * Money that was received but not as requested, in a different amount or too late, until it is accepted or
   * refunded.
   */
  suspense: 'suspense',
  /** The source of test mode's play money. */
  sandboxFunding: 'sandbox_funding',
} as const;

/** Returns the clearing account of an attempt, a payout or a refund. */
export function clearingOf(through: {
  readonly connector: string;
  readonly account_id: string | null;
}): string {
  return accounts.operatorClearing(through.account_id ?? through.connector);
}
