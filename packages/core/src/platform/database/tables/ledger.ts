import type { Generated, GeneratedAlways } from 'kysely';
import type { Mode } from '../columns.ts';
import type { Approval } from './payout-orders.ts';

export interface LedgerTransactionTable {
  merchant_id: string;
  id: string;
  mode: Mode;
  kind: string;
  payment_id: string | null;
  attempt_id: string | null;
  payout_id: Generated<string | null>;
  refund_id: Generated<string | null>;
  movement_id: Generated<string | null>;
  /** The number of earlier reversals of the same money. */
  round: Generated<number>;
  created_at: Date;
}

export interface LedgerEntryTable {
  merchant_id: string;
  transaction_id: string;
  line: number;
  account: string;
  currency: string;
  /** Positive is a debit, negative a credit; a transaction sums to zero. */
  amount_minor: bigint;
}

/** An account's balance as of the last roll-up; `balance_changes` has the changes since. */
export interface BalanceTable {
  merchant_id: string;
  mode: Mode;
  currency: string;
  account: string;
  amount_minor: bigint;
}

export interface BalanceChangeTable extends BalanceTable {
  id: GeneratedAlways<bigint>;
  kind: string;
  /** The hour of the bookings (UTC). */
  hour: Date;
  /** Number of entries in the sum. */
  movements: number;
}

/** The movements of one kind in a merchant's balance during one hour (UTC), as far as they have been rolled up. */
export interface BalanceHourTable {
  merchant_id: string;
  mode: Mode;
  currency: string;
  hour: Date;
  kind: string;
  amount_minor: bigint;
  movements: bigint;
}

/**
 * The time up to which a merchant's books are closed, because someone has read a statement that ends at this time.
 * Nothing more is booked with an earlier time.
 */
export interface ClosedPeriodTable {
  merchant_id: string;
  mode: Mode;
  until: Date;
}

/**
 * A movement of money outside of payments, payouts and refunds, or the correction of one, as recorded by a person.
 */
export interface LedgerMovementTable {
  merchant_id: string;
  id: string;
  mode: Mode;
  /** As in a posting. */
  kind: string;
  /** The account with a provider, or the connector if it needs no account; null if no operator is involved. */
  account: string | null;
  currency: string;
  amount_minor: bigint;
  /** The number of the bank transfer or statement line. Each number can be recorded once per kind. */
  reference: string;
  note: string | null;
  /** For a correction: the movement that it reverses. */
  corrects: string | null;
  approval: Approval;
  made_by: string;
  made_by_name: string;
  decided_by: Generated<string | null>;
  decided_by_name: Generated<string | null>;
  decided_at: Generated<Date | null>;
  created_at: Date;
  /** The time of creation by the database's clock. */
  placed_at: Generated<Date>;
}

/** The time when an account's balance was last requested from its provider. */
export interface AccountComparisonTable {
  merchant_id: string;
  account_id: string;
  asked_at: Date;
  /** The reason why the provider did not report a balance; null when it did. */
  problem: Generated<string | null>;
}

/** The last comparison of a clearing account with the provider's balance. */
export interface ClearingDriftTable {
  merchant_id: string;
  account_id: string;
  currency: string;
  booked_minor: bigint;
  reported_minor: bigint;
  /** The maximum amount by which money in flight can raise the provider's balance above the booked amount. */
  coming_minor: bigint;
  /** The maximum amount by which money in flight can lower the provider's balance below the booked amount. */
  going_minor: bigint;
  /** The difference that nothing in flight explains; positive if the provider held more. */
  drift_minor: bigint;
  /** Null while there is no drift. */
  since: Date | null;
  grown_at: Date | null;
  compared_at: Date;
}
