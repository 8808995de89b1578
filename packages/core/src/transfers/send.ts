import { callConnector } from '../operator-calls/call.ts';
import { startLease } from '../operator-calls/lease.ts';
import type { ServiceActor } from '../platform/actor/actor.ts';
import { requireScope } from '../platform/actor/require-scope.ts';
import type { Context } from '../platform/context.ts';
import type { Connection } from '../platform/database/connect.ts';
import { addJob } from '../platform/jobs/queries.ts';
import { isRecovering } from '../platform/recovery/queries.ts';
import { requireOpen } from '../platform/recovery/require-open.ts';
import { readAddressRevision } from '../routing/connector-accounts/queries.ts';
import { applyTransferOutcome } from './apply-outcome.ts';
import { inquireTransfer } from './inquire.ts';
import { keyOf } from './key-of.ts';
import { addInquiryJob } from './plan-inquiry.ts';
import { lockTransfer, updateFacts } from './queries.ts';
import { sendJobOf } from './send-job.ts';
import { cannot_send } from './states.ts';
import type { OperatorCall, Transfer, TransferKey, TransferKind, TransferWork } from './transfer.ts';
import { transitionTransfer } from './transition.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'tokens'>;

/**
 * The deadline of a call, unless its connector states another one. After it, the outcome is unknown, and status
 * inquiries follow.
 */
const usual_deadline_ms = 10_000;
/** Delay before the job runs again while nothing may be sent. */
const closed_wait_ms = 10_000;
/** The same delay for payouts of a file: longer, because a file may contain thousands. */
const closed_wait_of_file_ms = 60_000;
/** Delay before the job runs again for a transfer that its account can no longer make. */
const unable_wait_ms = 10 * 60_000;
/** From the deadline of a call to the first inquiry, which is not made while the response may still arrive. */
const inquiry_margin_ms = 5_000;

/**
 * Job: sends a transfer. The intent to call is committed before the call, so that it is made at most once: a job that
 * runs again, because its process died or was considered dead, finds the transfer `processing` and makes an inquiry.
 */
export async function sendTransfer<Row extends Transfer>(
  ctx: Ctx,
  actor: ServiceActor,
  { kind, job, priority = 0 }: TransferWork<Row>,
): Promise<void> {
  requireScope(actor, 'jobs:run');
  const key = keyOf(kind, job);
  const lease = startLease(ctx);
  if (await isRecovering(ctx.db)) return sendLater(ctx, kind, key, priority);
  const transfer = await beginSending(ctx, kind, key, priority);
  if (!transfer) {
    await inquireTransfer(ctx, kind, key);
    return;
  }
  const prepared = await kind.prepareCall(ctx, ctx.db, transfer);
  // The setting was removed just now. The job runs again, and makes an inquiry.
  if (!prepared) throw new Error(`the account of ${key.id} can no longer make it`);
  const { verb, call } = prepared;
  const deadline_ms = deadlineOf(prepared);
  const sensitive = [kind.phoneOf(transfer), ...(await kind.namesOf(ctx.db, transfer))];
  const answer = await callConnector(ctx, { ...key, verb, sensitive }, deadline_ms, call, lease);
  await applyTransferOutcome(ctx, kind, key, answer, 'answer');
}

function deadlineOf({ answer_within_s }: OperatorCall): number {
  return answer_within_s === undefined ? usual_deadline_ms : answer_within_s * 1000;
}

async function sendLater(
  ctx: Pick<Context, 'db' | 'clock'>,
  kind: Pick<TransferKind, 'noun'>,
  key: TransferKey,
  priority: number,
): Promise<void> {
  const wait_ms = priority === 0 ? closed_wait_ms : closed_wait_of_file_ms;
  const run_at = new Date(ctx.clock.now().getTime() + wait_ms);
  await addJob(ctx.db, { ...sendJobOf(kind, key), run_at, priority });
}

/**
 * Commits the intent to call the operator, with the inquiry that finds the outcome should this process die now.
 *
 * @param priority the priority of the job that tries again if the transfer's account can no longer make it
 * @returns the transfer, now `processing`; undefined when it was no longer `pending`, and must not be sent, or
 *   when its account can no longer make it
 * @throws Error when its connector is gone
 * @throws AppError `recovering` when a recovery began just now: the job runs again
 */
export function beginSending<Row extends Transfer>(
  ctx: Ctx,
  kind: TransferKind<Row>,
  key: TransferKey,
  priority = 0,
): Promise<Row | undefined> {
  return ctx.db.transaction().execute(async (tx) => {
    const transfer = await lockTransfer(tx, kind, key);
    if (transfer.status !== 'pending') return undefined;
    await requireOpen(tx);
    if (kind.isReleased && !(await kind.isReleased(tx, transfer))) return undefined;
    if (await kind.holdBack?.(tx, transfer)) return undefined;
    // A missing connector fails here, where nothing has happened yet: the job runs again.
    const address_revision = await readAddressRevision(tx, transfer);
    const canBeSent = await kind.prepareCall(ctx, tx, { ...transfer, address_revision });
    const at = ctx.clock.now();
    if (!canBeSent) return waitForAbility(ctx, tx, kind, transfer, { at, priority });
    const review = transfer.unknown_cause === cannot_send ? { needs_review: false, unknown_cause: null } : {};
    const inquiry_ms = deadlineOf(canBeSent) + inquiry_margin_ms;
    await addInquiryJob(tx, kind, transfer, new Date(at.getTime() + inquiry_ms));
    return transitionTransfer(ctx, tx, kind, transfer, {
      event: 'sending',
      via: 'sender',
      at,
      facts: { sent_at: at, address_revision, ...review },
    });
  });
}

/**
 * Flags a transfer that its account can no longer make, because a setting was removed, so that a person can end it.
 * The transfer stays `pending` and its money reserved. If the setting is restored first, it is sent.
 */
async function waitForAbility(
  { log }: Pick<Context, 'log'>,
  tx: Connection,
  kind: TransferKind,
  transfer: Transfer,
  { at, priority }: { readonly at: Date; readonly priority: number },
): Promise<undefined> {
  const { noun } = kind;
  const run_at = new Date(at.getTime() + unable_wait_ms);
  await addJob(tx, { ...sendJobOf(kind, transfer), run_at, priority, key: `send_${noun}:${transfer.id}` });
  if (transfer.unknown_cause === cannot_send) return;
  await updateFacts(tx, kind, transfer, { needs_review: true, unknown_cause: cannot_send });
  log.error({ [`${noun}_id`]: transfer.id }, `the account of a ${noun} can no longer make it`);
}
