import type { TransferJob, TransferKey, TransferKind } from './transfer.ts';

/**
 * Returns the key of the transfer that a job is about.
 *
 * @throws Error when the job is of the other kind, which is a bug: our own code wrote it
 */
export function keyOf({ noun }: Pick<TransferKind, 'noun'>, job: TransferJob): TransferKey {
  const id = job[`${noun}_id`];
  if (id === undefined) throw new Error(`a job of a ${noun} names no ${noun}`);
  return { merchant_id: job.merchant_id, id };
}
