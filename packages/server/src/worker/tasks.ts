import type { CallbackKey } from '@guichet/core/operations';
import type { Recheck } from '@guichet/core/operator-calls';
import type { Context } from '@guichet/core/platform';
import {
  deliverSandboxCallback,
  type Erasure,
  eraseStragglers,
  followAttempt,
  followTransfer,
  moveCustomerPayments,
  payouts,
  recheckEnded,
  refundHeld,
  refunds,
  sendTransfer,
  service_actor,
  takeCallback,
} from '@guichet/core/serving';
import type { HeldRefund, TransferJob } from '@guichet/core/transfers';
import type { RawCallback } from '@guichet/operators/contract';
import type { TaskList } from 'graphile-worker';

/**
 * Makes all tasks, keyed by name. Their payloads are not checked, because only our own code writes them, together
 * with the state that requires the job.
 */
export function makeTasks(ctx: Context): TaskList {
  return {
    follow_attempt: (payload) =>
      followAttempt(ctx, service_actor, payload as { merchant_id: string; attempt_id: string }),
    send_payout: (payload, { job: { priority } }) =>
      sendTransfer(ctx, service_actor, { kind: payouts, job: payload as TransferJob, priority }),
    follow_payout: (payload) =>
      followTransfer(ctx, service_actor, { kind: payouts, job: payload as TransferJob }),
    send_refund: (payload, { job: { priority } }) =>
      sendTransfer(ctx, service_actor, { kind: refunds, job: payload as TransferJob, priority }),
    follow_refund: (payload) =>
      followTransfer(ctx, service_actor, { kind: refunds, job: payload as TransferJob }),
    refund_held: (payload) => refundHeld(ctx, service_actor, payload as HeldRefund),
    second_look: (payload) => recheckEnded(ctx, service_actor, payload as Recheck),
    take_callback: (payload) => takeCallback(ctx, service_actor, payload as CallbackKey),
    move_payments: (payload) =>
      moveCustomerPayments(
        ctx,
        service_actor,
        payload as { merchant_id: string; from: string; into: string },
      ),
    erase_stragglers: (payload) => eraseStragglers(ctx, service_actor, payload as Erasure),
    sandbox_callback: (payload) => deliverSandboxCallback(ctx, service_actor, payload as RawCallback),
  };
}
