import type { TransferJob, TransferKey, TransferKind } from './transfer.ts';

/**
 * Returns the key of the transfer that a job is about.
 *
 * @throws Error when the job is for the other kind of transfer, which is a bug because our own code writes jobs
 */
export function keyOf({ noun }: Pick<TransferKind, 'noun'>, job: TransferJob): TransferKey {
  const id = job[`${noun}_id`];
  if (id === undefined) throw new Error(`a job of a ${noun} names no ${noun}`);
  return { merchant_id: job.merchant_id, id };
}
