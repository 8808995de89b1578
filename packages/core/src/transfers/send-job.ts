import type { Connection } from '../platform/database/connect.ts';
import { addJob, addJobs } from '../platform/jobs/queries.ts';
import type { TransferKey, TransferKind } from './transfer.ts';

type Kind = Pick<TransferKind, 'noun'>;

/** Adds the job that sends a transfer, in the transaction that makes or approves it. */
export async function addSendJob(tx: Connection, { noun }: Kind, key: TransferKey): Promise<void> {
  await addJob(tx, sendJobOf({ noun }, key));
}

/** Makes the job that sends a transfer. */
export function sendJobOf({ noun }: Kind, key: TransferKey) {
  return { task: `send_${noun}`, payload: payloadOf(noun, key) } as const;
}

/** Adds the jobs of many transfers. @param priority higher numbers are sent later */
export async function addSendJobs(
  tx: Connection,
  { noun }: Kind,
  keys: readonly TransferKey[],
  priority: number,
): Promise<void> {
  await addJobs(tx, { task: `send_${noun}`, payloads: keys.map((key) => payloadOf(noun, key)), priority });
}

function payloadOf(noun: Kind['noun'], { merchant_id, id }: TransferKey) {
  return { merchant_id, [`${noun}_id`]: id };
}
