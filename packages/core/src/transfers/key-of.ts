import type { TransferJob, TransferKey, TransferKind } from './transfer.ts';

/**
 * The transfer that a job is about.
 *
 * @throws Error when the job is not of this kind: our own code wrote it
 */
export function keyOf({ noun }: Pick<TransferKind, 'noun'>, job: TransferJob): TransferKey {
  const id = job[`${noun}_id`];
  if (id === undefined) throw new Error(`a job of a ${noun} names none`);
  return { merchant_id: job.merchant_id, id };
}
