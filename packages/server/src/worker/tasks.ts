import type { CallbackKey } from '@guichet/core/operations/callbacks/queries';
import { takeCallback } from '@guichet/core/operations/callbacks/take';
import { deliverSandboxCallback } from '@guichet/core/operations/sandbox/make-dependencies';
import type { Recheck } from '@guichet/core/operator-calls/plan-recheck';
import { followAttempt } from '@guichet/core/payments/attempt/inquire';
import { movePayments } from '@guichet/core/payments/customer/queries';
import type { Context } from '@guichet/core/platform/context';
import { followTransfer } from '@guichet/core/transfers/inquire';
import { payouts } from '@guichet/core/transfers/payouts/kind';
import { recheckRefused } from '@guichet/core/transfers/recheck';
import { refunds } from '@guichet/core/transfers/refunds/kind';
import { sendTransfer } from '@guichet/core/transfers/send';
import type { TransferJob } from '@guichet/core/transfers/transfer';
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
    second_look: (payload) => recheckRefused(ctx, payload as Recheck),
    take_callback: (payload) => takeCallback(ctx, payload as CallbackKey),
    move_payments: (payload) =>
      movePayments(ctx.db, payload as { merchant_id: string; from: string; into: string }),
    sandbox_callback: (payload) => deliverSandboxCallback(ctx, payload as RawCallback),
  };
}
