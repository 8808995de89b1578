import type { CallbackKey } from '@guichet/core/operations/callbacks/queries';
import { takeCallback } from '@guichet/core/operations/callbacks/take';
import { deliverSandboxCallback } from '@guichet/core/operations/sandbox/make-dependencies';
import type { SecondLook } from '@guichet/core/operator-calls/plan-recheck';
import { followAttempt } from '@guichet/core/payments/attempt/look-up';
import { movePayments } from '@guichet/core/payments/customer/queries';
import type { Context } from '@guichet/core/platform/context';
import { followPayout, type PayoutJob } from '@guichet/core/transfers/payouts/look-up';
import { sendPayout } from '@guichet/core/transfers/payouts/send';
import { takeSecondLook } from '@guichet/core/transfers/recheck';
import { followRefund, type RefundJob } from '@guichet/core/transfers/refunds/look-up';
import { sendRefund } from '@guichet/core/transfers/refunds/send';
import type { RawCallback } from '@guichet/operators/contract';
import type { TaskList } from 'graphile-worker';

/** Every job by name. Payloads are written by our own code only, next to the state they follow from. */
export function makeTasks(ctx: Context): TaskList {
  return {
    follow_attempt: (payload) => followAttempt(ctx, payload as { merchant_id: string; attempt_id: string }),
    send_payout: (payload) => sendPayout(ctx, payload as PayoutJob),
    follow_payout: (payload) => followPayout(ctx, payload as PayoutJob),
    send_refund: (payload) => sendRefund(ctx, payload as RefundJob),
    follow_refund: (payload) => followRefund(ctx, payload as RefundJob),
    second_look: (payload) => takeSecondLook(ctx, payload as SecondLook),
    take_callback: (payload) => takeCallback(ctx, payload as CallbackKey),
    move_payments: (payload) =>
      movePayments(ctx.db, payload as { merchant_id: string; from: string; into: string }),
    sandbox_callback: (payload) => deliverSandboxCallback(ctx, payload as RawCallback),
  };
}
