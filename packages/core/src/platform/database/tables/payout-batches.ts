import type { Generated } from 'kysely';
import type { Mode } from '../columns.ts';

export type BatchStatus = 'refused' | 'checked' | 'confirmed' | 'discarded';

/** An uploaded file of payouts. */
export interface PayoutBatchTable {
  merchant_id: string;
  id: string;
  mode: Mode;
  status: BatchStatus;
  file_name: string;
  /** SHA-256. */
  file_hash: Buffer;
  file_bytes: number;
  lines: number;
  errors: number;
  warnings: number;
  made_by: string;
  made_by_name: string;
  created_at: Date;
  /** The member who confirmed or discarded it. */
  ended_by: Generated<string | null>;
  ended_by_name: Generated<string | null>;
  ended_at: Generated<Date | null>;
}

/** A payout requested by a line of a valid file. */
export interface PayoutBatchLineTable {
  merchant_id: string;
  batch_id: string;
  line: number;
  currency: string;
  amount_minor: bigint;
  operator: string;
  /** E.164. */
  recipient_phone: string;
  recipient_first_name: string | null;
  recipient_last_name: string | null;
  description: string | null;
  /** The merchant's own reference. */
  reference: string | null;
}

/** A problem or a warning about a file. */
export interface PayoutBatchFindingTable {
  merchant_id: string;
  batch_id: string;
  number: number;
  is_error: boolean;
  line: number | null;
  field: string | null;
  code: string;
  details: unknown;
}
