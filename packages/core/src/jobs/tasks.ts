import type { RawCallback } from '@guichet/operators/contract';
import type { TaskList } from 'graphile-worker';
import { followAttempt } from '../attempts/look-up.ts';
import type { CallbackKey } from '../callbacks/queries.ts';
import { takeCallback } from '../callbacks/take.ts';
import type { Context } from '../context.ts';
import { movePayments } from '../customers/queries.ts';
import { followPayout, type PayoutJob } from '../payouts/look-up.ts';
import { sendPayout } from '../payouts/send.ts';
import { followRefund, type RefundJob } from '../refunds/look-up.ts';
import { sendRefund } from '../refunds/send.ts';
import { deliverSandboxCallback } from '../sandbox/make-dependencies.ts';
import type { SecondLook } from '../second-looks/plan.ts';
import { takeSecondLook } from '../second-looks/take.ts';

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
