import { nextInquiry } from '../payments/attempt/plan-inquiry.ts';
import type { Context } from '../platform/context.ts';
import type { Connection } from '../platform/database/connect.ts';
import { addJob } from '../platform/jobs/queries.ts';
import type { Transfer, TransferKey, TransferKind } from './transfer.ts';

/**
 * Plans the next status inquiry about a transfer that is processing, in the caller's transaction.
 *
 * @returns false when the time for inquiries is over
 */
export async function scheduleInquiry(
  ctx: Pick<Context, 'clock'>,
  tx: Connection,
  kind: Pick<TransferKind, 'noun'>,
  transfer: Pick<Transfer, 'merchant_id' | 'id' | 'sent_at' | 'created_at'>,
): Promise<boolean> {
  const at = nextInquiry(ctx, transfer.sent_at ?? transfer.created_at);
  if (at === null) return false;
  await addInquiryJob(tx, kind, transfer, at);
  return true;
}

/** Adds the job for an inquiry. A transfer has at most one such job: a new time replaces the previous one. */
export async function addInquiryJob(
  tx: Connection,
  { noun }: Pick<TransferKind, 'noun'>,
  { merchant_id, id }: TransferKey,
  run_at: Date,
): Promise<void> {
  const task = `follow_${noun}` as const;
  await addJob(tx, { task, payload: { merchant_id, [`${noun}_id`]: id }, run_at, key: `${task}:${id}` });
}
