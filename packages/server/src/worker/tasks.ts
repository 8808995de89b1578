import type { CallbackKey } from '@guichet/core/operations';
import type { Recheck } from '@guichet/core/operator-calls';
import type { Context } from '@guichet/core/platform';
import {
  deliverSandboxCallback,
  followAttempt,
  followTransfer,
  movePayments,
  payouts,
  recheckEnded,
  refunds,
  sendTransfer,
  takeCallback,
} from '@guichet/core/serving';
import type { TransferJob } from '@guichet/core/transfers';
import type { RawCallback } from '@guichet/operators/contract';
import type { TaskList } from 'graphile-worker';

/** Every job by name. Payloads are written by our own code only, next to the state they follow from. */
export function makeTasks(ctx: Context): TaskList {
  return {
    follow_attempt: (payload) => followAttempt(ctx, payload as { merchant_id: string; attempt_id: string }),
    send_payout: (payload) => sendTransfer(ctx, payouts, payload as TransferJob),
    follow_payout: (payload) => followTransfer(ctx, payouts, payload as TransferJob),
    send_refund: (payload) => sendTransfer(ctx, refunds, payload as TransferJob),
    follow_refund: (payload) => followTransfer(ctx, refunds, payload as TransferJob),
    second_look: (payload) => recheckEnded(ctx, payload as Recheck),
    take_callback: (payload) => takeCallback(ctx, payload as CallbackKey),
    move_payments: (payload) =>
      movePayments(ctx.db, payload as { merchant_id: string; from: string; into: string }),
    sandbox_callback: (payload) => deliverSandboxCallback(ctx, payload as RawCallback),
  };
}
