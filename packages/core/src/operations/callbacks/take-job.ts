import type { Connection } from '../../platform/database/connect.ts';
import { addJob } from '../../platform/jobs/queries.ts';
import type { CallbackKey } from './queries.ts';

/** Adds the job that applies a stored callback, once. */
export function addTakeJob(tx: Connection, { merchant_id, account_id, id }: CallbackKey): Promise<void> {
  const payload = { merchant_id, account_id, id };
  return addJob(tx, { task: 'take_callback', payload, key: `take_callback:${id}` });
}
