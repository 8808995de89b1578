import type { Generated } from 'kysely';
import type { Mode } from '../columns.ts';

/** What a person found out about money that the service could not find out about. Never changed. */
export interface ResolutionTable {
  merchant_id: string;
  position: Generated<bigint>;
  mode: Mode;
  object_type: 'attempt' | 'refund' | 'payout';
  object_id: string;
  /** Of a try or a refund. */
  payment_id: string | null;
  /** Of a payout. */
  payout_id: Generated<string | null>;
  /** `settled`: nothing of it is open any more, however it came about. */
  verdict: 'paid' | 'not_paid' | 'settled';
  note: string;
  /** Where it can be looked up: the operator's receipt number, a line of a statement. */
  proof: string | null;
  user_id: string;
  user_name: string;
  created_at: Date;
}
