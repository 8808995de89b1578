import type { Connection } from '../../platform/database/connect.ts';
import { addJob } from '../../platform/jobs/queries.ts';

/** Customers whose rows an erasure has deleted. */
export interface Erasure {
  readonly merchant_id: string;
  readonly customer_ids: readonly string[];
}

/** Adds the job that erases the payments that refer to deleted customers. */
export async function planStragglers(tx: Connection, erasure: Erasure, run_at: Date): Promise<void> {
  await addJob(tx, { task: 'erase_stragglers', payload: erasure, run_at });
}
