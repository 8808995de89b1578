import type { RawCallback } from '@guichet/operators/contract';
import type { TaskList } from 'graphile-worker';
import { followAttempt } from '../attempts/look-up.ts';
import type { Context } from '../context.ts';
import { deliverSandboxCallback } from '../sandbox/make-dependencies.ts';
import { deliverWebhook } from '../webhooks/deliver.ts';
import type { Sender } from '../webhooks/send.ts';

/** Every job by name. Payloads are written by our own code only, next to the state they follow from. */
export function makeTasks(ctx: Context, sender: Sender): TaskList {
  return {
    follow_attempt: (payload) => followAttempt(ctx, payload as { merchant_id: string; attempt_id: string }),
    deliver_webhook: (payload) =>
      deliverWebhook(ctx, sender, payload as { merchant_id: string; delivery_id: string }),
    sandbox_callback: (payload) => deliverSandboxCallback(ctx, payload as RawCallback),
  };
}
