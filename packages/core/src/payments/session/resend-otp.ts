import type { CustomerAction } from '@guichet/kernel/outcome';
import { callConnector, openConnector } from '../../operator-calls/call.ts';
import type { CustomerActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { requireOpen } from '../../platform/recovery/require-open.ts';
import { applyOutcome } from '../attempt/apply-outcome.ts';
import { claimResend } from '../attempt/claims/queries.ts';
import { inquiryRequestOf } from '../attempt/inquire.ts';
import { type Attempt, findOpenAttempt, updateAttempt } from '../attempt/queries.ts';
import { requireSession } from './find.ts';
import { awaitsCode } from './submit-otp.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'tokens'>;

const deadline_ms = 10_000;
/**
 * The minimum time between two codes. A text message takes time to arrive: a customer who requests another code
 * sooner could end up with two, one of them outdated.
 */
const apart_ms = 30_000;
/** The maximum number of resends: each may cost the operator a text message. */
export const resends_max = 3;

/**
 * `too_soon`: the last code may still arrive, or no more codes can be requested. `not_sent`: the operator did not
 * confirm that it sent one.
 */
export type ResentOtp = 'sent' | 'too_soon' | 'not_sent';

/** Whether another one-time code may be requested from the operator of an attempt. */
export function mayResend({
  status,
  action,
  otp_resends,
}: Pick<Attempt, 'status' | 'action' | 'otp_resends'>) {
  if (!awaitsCode({ status, action }) || otp_resends >= resends_max) return false;
  return (action as CustomerAction & { kind: 'otp' }).can_resend === true;
}

/**
 * Requests another one-time code from the operator of the open attempt. The attempt and its reference stay the
 * same: nothing more is charged. A lost response reveals nothing about the money, so the attempt does not change.
 *
 * @throws AppError `forbidden`, `session_not_found`, `recovering`
 */
export async function resendOtp(ctx: Ctx, actor: CustomerActor): Promise<ResentOtp> {
  requireScope(actor, 'checkout:pay');
  const { token } = actor;
  const session = await requireSession(ctx, token);
  const attempt = await findOpenAttempt(ctx.db, session.merchant_id, session.payment_id);
  if (!attempt || !mayResend(attempt)) return 'too_soon';
  const connector = await openConnector(ctx, attempt);
  if (!connector.resendOtp) return 'not_sent';
  const resend = connector.resendOtp.bind(connector);
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - apart_ms);
  // Committed before the call, so that only one of two clicks sends a request.
  const isClaimed = await ctx.db.transaction().execute(async (tx) => {
    await requireOpen(tx);
    return claimResend(tx, attempt, { now, before, max: resends_max });
  });
  if (!isClaimed) return 'too_soon';
  const { merchant_id, payment_id, id: attempt_id } = attempt;
  const call = { merchant_id, id: attempt_id, verb: 'resend_otp', sensitive: [attempt.phone] } as const;
  const answer = await callConnector(ctx, call, deadline_ms, (signal) =>
    resend(inquiryRequestOf(attempt), signal),
  );
  switch (answer.outcome.kind) {
    case 'unknown':
      return 'not_sent';
    case 'pending':
      // The customer has not submitted the new code yet, so the action no longer reports a wrong code.
      await updateAttempt(ctx.db, attempt, 'submitted', {
        action: JSON.stringify({ kind: 'otp', can_resend: true } satisfies CustomerAction),
      });
      return 'sent';
    case 'settled':
    case 'reversed':
    case 'failed':
      await applyOutcome(ctx, { merchant_id, payment_id, attempt_id }, answer, 'answer');
      return 'not_sent';
  }
}
