import type { GeneratedAlways } from 'kysely';
import type { Mode } from '../columns.ts';

export interface EventTable {
  merchant_id: string;
  id: string;
  mode: Mode;
  type: string;
  object_id: string;
  sequence: number;
  /** The JSON text that is signed and sent, the same on every attempt. */
  body: string;
  /** The position in the feed. */
  position: GeneratedAlways<bigint>;
  created_at: Date;
}
