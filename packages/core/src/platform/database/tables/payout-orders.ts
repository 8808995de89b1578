import type { Generated } from 'kysely';
import type { Mode } from '../columns.ts';

export type Approval = 'not_needed' | 'waiting' | 'approved' | 'refused';

/** Who made a payout, and who let it go. A payout of the API has one where it needs a second person. */
export interface PayoutOrderTable {
  merchant_id: string;
  payout_id: string;
  mode: Mode;
  /** Of a payout of the API who made its key; the key's id where that was made by command. */
  made_by: string;
  made_by_name: string;
  /** Of a payout of the API. */
  key_id: Generated<string | null>;
  approval: Approval;
  decided_by: Generated<string | null>;
  decided_by_name: Generated<string | null>;
  decided_at: Generated<Date | null>;
  note: Generated<string | null>;
  /** Of the file that it stood in; null for one that was made by itself. */
  batch_id: Generated<string | null>;
  batch_line: Generated<number | null>;
  created_at: Date;
}

/** What a merchant has set for its payouts in one currency. */
export interface PayoutRuleTable {
  merchant_id: string;
  mode: Mode;
  currency: string;
  approval_above_minor: bigint | null;
  /** Within 24 hours, all recipients together; null: as one payout. */
  approval_day_above_minor: bigint | null;
  /** Within 24 hours, each recipient; null: as one payout. */
  approval_recipient_above_minor: bigint | null;
  low_balance_minor: bigint | null;
  updated_at: Date;
}

/** How somebody comes to be able to sign in, or to approve. */
export type SponsorWay = 'invited' | 'raised' | 'password_link';

/** Who let whom in, or gave them another way in. Only added to. */
export interface SponsorshipTable {
  merchant_id: string;
  sponsor_id: string;
  user_id: string;
  way: SponsorWay;
  at: Generated<Date>;
}

export type ChangeStatus = 'waiting' | 'approved' | 'refused' | 'elapsed' | 'replaced';

/** What weakens the rule of the second person: a rule that asks for less, or another person who may approve. */
export interface ApprovalChangeTable {
  merchant_id: string;
  id: string;
  kind: 'rule' | 'approver';
  status: ChangeStatus;
  /** Of a rule. */
  mode: Mode | null;
  currency: string | null;
  approval_above_minor: bigint | null;
  approval_day_above_minor: bigint | null;
  approval_recipient_above_minor: bigint | null;
  /** Of an approver. */
  user_id: string | null;
  user_name: string | null;
  way: SponsorWay | null;
  proposed_by: string;
  proposed_by_name: string;
  created_at: Generated<Date>;
  /** Since when nobody is there who could decide; null while somebody is. */
  alone_since: Date | null;
  looked_at: Generated<Date>;
  decided_by: Generated<string | null>;
  decided_by_name: Generated<string | null>;
  decided_at: Generated<Date | null>;
}

/** What happened on a day (UTC) with an operator. */
export interface PaymentDayTable {
  merchant_id: string;
  mode: Mode;
  /** As 2026-11-21. */
  day: string;
  currency: string;
  operator: string;
  paid: number;
  refused: number;
  amount_minor: bigint;
  fee_minor: bigint;
  waited_ms: bigint;
}

/** How far the events are counted. */
export interface PaymentDaysProgressTable {
  merchant_id: string;
  mode: Mode;
  position: bigint;
}
