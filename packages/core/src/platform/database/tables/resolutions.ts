import type { Generated } from 'kysely';
import type { Mode } from '../columns.ts';
import type { Approval } from './payout-orders.ts';

/** A person's decision about money whose outcome the service could not determine. Append-only. */
export interface ResolutionTable {
  merchant_id: string;
  position: Generated<bigint>;
  mode: Mode;
  object_type: 'attempt' | 'refund' | 'payout';
  object_id: string;
  /** Set for an attempt or a refund. */
  payment_id: string | null;
  /** For a payout. */
  payout_id: Generated<string | null>;
  /** `settled`: nothing is outstanding any more, whatever the reason. The last three apply to held money. */
  verdict: 'paid' | 'not_paid' | 'reversed' | 'settled' | 'accept' | 'refund_difference' | 'refund_all';
  note: string;
  /** Evidence: the operator's receipt number, or a line of a statement. */
  proof: string | null;
  user_id: string;
  user_name: string;
  /** The approver, where the merchant's rule required one. */
  approved_by: Generated<string | null>;
  approved_by_name: Generated<string | null>;
  created_at: Date;
}

/**
 * A decision about unexpected money, or the decision that an attempt was paid. If the amount exceeds the merchant's
 * rule, it awaits a second person's approval.
 */
export interface HeldDecisionTable {
  merchant_id: string;
  id: string;
  mode: Mode;
  payment_id: string;
  attempt_id: string;
  verdict: ResolutionTable['verdict'];
  note: string;
  proof: string | null;
  /** The currency and amount of the money that the decision is about, as received. */
  currency: string;
  amount_minor: bigint;
  /** `replaced`: the money had changed, and a person decided again. */
  approval: Approval | 'replaced';
  made_by: string;
  made_by_name: string;
  decided_by: Generated<string | null>;
  decided_by_name: Generated<string | null>;
  decided_at: Generated<Date | null>;
  created_at: Date;
  /** The time of the decision by the database's clock. */
  placed_at: Generated<Date>;
}
