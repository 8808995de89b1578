import { asCurrency } from '@guichet/kernel/currencies';
import type { LookupRequest } from '@guichet/operators/contract';
import type { Context } from '../context.ts';
import { applyOutcome } from './apply-outcome.ts';
import { callConnector, requireConnector } from './call-connector.ts';
import { scheduleLookUp } from './plan-look-up.ts';
import { type Attempt, claimLookUp, endLookUp, findAttempt, setNeedsPerson } from './queries.ts';
import { isOpen } from './states.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'connectors'>;

/** A merchant who verifies waits for this call (design section 7: bounded to 5 s, with room for our own work). */
const deadline_ms = 4_500;
/** The operator is not asked more often than this about one attempt, whoever wants to know. */
const apart_ms = 1_000;

/** What a connector needs to know of an attempt to ask about it. */
export function lookupRequestOf(attempt: Attempt): LookupRequest {
  return {
    reference: attempt.reference,
    provider_reference: attempt.provider_reference,
    operator: attempt.operator,
    phone: attempt.phone,
    money: { amount_minor: attempt.charged_minor, currency: asCurrency(attempt.currency) },
    created_at: attempt.created_at,
  };
}

/**
 * Asks the operator about an open attempt and takes in the answer.
 *
 * @returns false when nothing was asked, because someone else is asking or asked a moment ago, or because the attempt
 *   is no longer open
 */
export async function lookUpAttempt(
  ctx: Ctx,
  key: { merchant_id: string; attempt_id: string },
): Promise<boolean> {
  const now_ms = ctx.clock.now().getTime();
  const attempt = await claimLookUp(
    ctx.db,
    { merchant_id: key.merchant_id, id: key.attempt_id },
    { until: new Date(now_ms + deadline_ms), not_since: new Date(now_ms - apart_ms) },
  );
  if (!attempt) return false;
  const { merchant_id, payment_id, id: attempt_id } = attempt;
  try {
    const connector = requireConnector(ctx, attempt.connector);
    const answer = await callConnector(ctx, attempt_id, deadline_ms, (signal) =>
      connector.lookup(lookupRequestOf(attempt), signal),
    );
    await applyOutcome(ctx, { merchant_id, payment_id, attempt_id }, answer, 'look_up');
  } finally {
    await endLookUp(ctx.db, attempt, ctx.clock.now());
  }
  return true;
}

/** True when the operator has been asked, and its answer taken in, at or after a time. */
export function wasLookedUpSince(
  ctx: Pick<Context, 'clock'>,
  attempt: Pick<Attempt, 'looked_up_at'>,
  since: Date,
): boolean {
  const { looked_up_at } = attempt;
  return looked_up_at !== null && looked_up_at >= since && looked_up_at <= ctx.clock.now();
}

/** Job: looks an attempt up and plans the next time, until the truth is known or a person has to find out. */
export async function followAttempt(
  ctx: Ctx,
  job: { merchant_id: string; attempt_id: string },
): Promise<void> {
  await lookUpAttempt(ctx, job);
  const attempt = await findAttempt(ctx.db, job.merchant_id, job.attempt_id);
  if (!attempt || !isOpen(attempt.status)) return;
  if (await scheduleLookUp(ctx, ctx.db, attempt)) return;
  await setNeedsPerson(ctx.db, attempt);
  ctx.log.error({ attempt_id: attempt.id }, 'no definite answer for three days: a person has to find out');
}
