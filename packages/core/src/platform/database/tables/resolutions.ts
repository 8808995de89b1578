import type { Generated } from 'kysely';
import type { Mode } from '../columns.ts';

/** A person's decision on money whose outcome the service could not find out. Append-only. */
export interface ResolutionTable {
  merchant_id: string;
  position: Generated<bigint>;
  mode: Mode;
  object_type: 'attempt' | 'refund' | 'payout';
  object_id: string;
  /** Of an attempt or a refund. */
  payment_id: string | null;
  /** Of a payout. */
  payout_id: Generated<string | null>;
  /** `settled`: nothing is outstanding, however that came about. The last three are about money that is held. */
  verdict: 'paid' | 'not_paid' | 'reversed' | 'settled' | 'accept' | 'refund_difference' | 'refund_all';
  note: string;
  /** Evidence: the operator's receipt number, or a line of a statement. */
  proof: string | null;
  user_id: string;
  user_name: string;
  created_at: Date;
}
