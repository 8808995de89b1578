import type { Generated } from 'kysely';
import type { Mode } from '../columns.ts';

export type Approval = 'not_needed' | 'waiting' | 'approved' | 'refused';

/**
 * The creator and the approver of a payout. A payout created through the API has an order only if it needs
 * approval.
 */
export interface PayoutOrderTable {
  merchant_id: string;
  payout_id: string;
  mode: Mode;
  /**
   * For a payout created through the API: the creator of the key, or the key's id if it was created on the command
   * line.
   */
  made_by: string;
  made_by_name: string;
  /** The API key, for a payout created through the API. */
  key_id: Generated<string | null>;
  approval: Approval;
  decided_by: Generated<string | null>;
  decided_by_name: Generated<string | null>;
  decided_at: Generated<Date | null>;
  note: Generated<string | null>;
  /** The batch that contained the payout; null for a single payout. */
  batch_id: Generated<string | null>;
  batch_line: Generated<number | null>;
  created_at: Date;
}

/** A merchant's settings for payouts in one currency. */
export interface PayoutRuleTable {
  merchant_id: string;
  mode: Mode;
  currency: string;
  approval_above_minor: bigint | null;
  /**
   * The total to all recipients in 24 hours above which approval is needed; if null, the limit for one payout
   * applies.
   */
  approval_day_above_minor: bigint | null;
  /**
   * The total to one recipient in 24 hours above which approval is needed; if null, the limit for one payout
   * applies.
   */
  approval_recipient_above_minor: bigint | null;
  low_balance_minor: bigint | null;
  updated_at: Date;
}

/** The way in which a person obtained the ability to sign in or to approve. */
export type SponsorWay = 'invited' | 'raised' | 'password_link';

/**
 * A record that one person invited another, promoted them to approver or gave them new credentials. Append-only.
 */
export interface SponsorshipTable {
  merchant_id: string;
  sponsor_id: string;
  user_id: string;
  way: SponsorWay;
  at: Generated<Date>;
}

export type ChangeStatus = 'waiting' | 'approved' | 'refused' | 'elapsed' | 'replaced';

/** A change that weakens the payout rule: a weaker rule, or an additional approver. */
export interface ApprovalChangeTable {
  merchant_id: string;
  id: string;
  kind: 'rule' | 'approver';
  status: ChangeStatus;
  /** For a rule. */
  mode: Mode | null;
  currency: string | null;
  approval_above_minor: bigint | null;
  approval_day_above_minor: bigint | null;
  approval_recipient_above_minor: bigint | null;
  /** For an approver. */
  user_id: string | null;
  user_name: string | null;
  way: SponsorWay | null;
  proposed_by: string;
  proposed_by_name: string;
  created_at: Generated<Date>;
  /** The time since which no one has been able to decide about the change; null while someone can. */
  alone_since: Date | null;
  looked_at: Generated<Date>;
  decided_by: Generated<string | null>;
  decided_by_name: Generated<string | null>;
  decided_at: Generated<Date | null>;
}

/** The payments of one day (UTC) with an operator. */
export interface PaymentDayTable {
  merchant_id: string;
  mode: Mode;
  /** For instance 2026-11-21. */
  day: string;
  currency: string;
  operator: string;
  paid: number;
  refused: number;
  amount_minor: bigint;
  fee_minor: bigint;
  waited_ms: bigint;
}

/** The position of the last event included in the daily figures. */
export interface PaymentDaysProgressTable {
  merchant_id: string;
  mode: Mode;
  position: bigint;
}
