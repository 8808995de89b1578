import type { Scenario } from '@guichet/operators/sandbox/scenarios';
import { rightOtp } from '@guichet/operators/sandbox/scenarios';
import { listObjectEvents } from '../../events/queries.ts';
import { listAttempts } from '../../payments/attempt/queries.ts';
import { getPayment } from '../../payments/queries.ts';
import { expireCheckout } from '../../payments/session/expire.ts';
import { customerWith } from '../../platform/actor/actor.ts';
import type { Context } from '../../platform/context.ts';
import { inquireTransfer } from '../../transfers/inquire.ts';
import { payouts } from '../../transfers/payouts/kind.ts';
import { lockTransfer } from '../../transfers/queries.ts';
import { decideSandboxPayment, decideSandboxPayout } from './decide.ts';
import type { End } from './expected-end.ts';
import type { Means } from './find-means.ts';
import { makeTestPayout, openTestCheckout, payTestCheckout } from './make-object.ts';
import { findTransaction, moveTransactionEnd } from './queries.ts';

/** The current state of a payment or payout in progress. */
export interface Progress extends End {
  /** Progress of the operator while its outcome is awaited; null otherwise. */
  readonly doing: string | null;
  readonly event_ids: readonly string[];
}

/** A payment or payout that goes through one case of the sandbox. */
export interface Journey {
  readonly object_id: string;
  look(): Promise<Progress>;
  /**
   * Does what the case requires: enters the code, approves, advances the time.
   *
   * @returns the action taken; null if none is needed, undefined if it is too early
   */
  act(): Promise<string | null | undefined>;
}

/** Creates a payment from a number with the digits of the case, and pays it. */
export async function startPayment(
  ctx: Context,
  means: Means,
  { decided_by, changes }: Scenario,
  phone_digits: string,
): Promise<Journey> {
  const { merchant_id } = means.caller;
  const checkout = await openTestCheckout(ctx, means);
  const { token, payment_id } = checkout;
  await payTestCheckout(ctx, means, checkout, phone_digits);
  return {
    object_id: payment_id,
    look: async () => {
      const payment = await getPayment(ctx.db, merchant_id, payment_id);
      const attempt = (await listAttempts(ctx.db, merchant_id, payment_id)).at(-1);
      const { needs_review = false, unknown_cause = null } = attempt ?? {};
      const { status, late, failure_reason } = payment;
      const failure = status === 'failed' ? failure_reason : null;
      const told = await readEvents(ctx, merchant_id, payment_id);
      return { status, late, failure, needs_review, doing: doingOf(attempt?.status, unknown_cause), ...told };
    },
    act: async () => {
      if (decided_by === 'otp') {
        await payTestCheckout(ctx, means, checkout, phone_digits, rightOtp);
        return `the customer types the code ${rightOtp}`;
      }
      if (decided_by === 'person') {
        await decideSandboxPayment(ctx, customerWith(token), 'approved');
        return 'the customer approves';
      }
      if (changes.every(({ at }) => at !== 'session_expired')) return null;
      await expireCheckout(ctx, means.actor, token);
      return 'the session is ended early';
    },
  };
}

/** Creates a payout to a number with the digits of the case; a job sends it. */
export async function startPayout(
  ctx: Context,
  means: Means,
  { decided_by, changes }: Scenario,
  phone_digits: string,
): Promise<Journey> {
  const key = await makeTestPayout(ctx, means, phone_digits);
  const read = () => lockTransfer(ctx.db, payouts, key);
  return {
    object_id: key.id,
    look: async () => {
      const { status, failure_reason, needs_review, unknown_cause } = await read();
      const failure = status === 'failed' ? failure_reason : null;
      const told = await readEvents(ctx, key.merchant_id, key.id);
      return { status, late: false, failure, needs_review, doing: doingOf(null, unknown_cause), ...told };
    },
    act: async () => {
      const { reference } = await read();
      if (!(await findTransaction(ctx.db, reference))) return undefined;
      if (decided_by === 'person') {
        await decideSandboxPayout(ctx, key.id, 'approved');
        return 'a person approves';
      }
      if (changes.every(({ at }) => at !== 'session_expired')) return null;
      await moveTransactionEnd(ctx.db, reference, ctx.clock.now());
      await inquireTransfer(ctx, payouts, key);
      return 'its half hour is ended early';
    },
  };
}

function doingOf(attempt_status: string | null | undefined, unknown_cause: string | null): string | null {
  if (unknown_cause !== null) return `the operator’s outcome is not known (${unknown_cause})`;
  return attempt_status === 'submitted' ? 'the operator is working on it' : null;
}

async function readEvents(
  ctx: Pick<Context, 'db'>,
  merchant_id: string,
  object_id: string,
): Promise<Pick<Progress, 'events' | 'event_ids'>> {
  const events = await listObjectEvents(ctx.db, merchant_id, object_id);
  return {
    events: events.map(({ type }) => type.split('.')[1] ?? ''),
    event_ids: events.map(({ id }) => id),
  };
}
