import { asCurrency } from '@guichet/kernel/currencies';
import type { LookupRequest } from '@guichet/operators/contract';
import type { Context } from '../context.ts';
import { applyOutcome } from './apply-outcome.ts';
import { askOperator, type LookUpOptions } from './ask-operator.ts';
import { scheduleLookUp } from './plan-look-up.ts';
import { type Attempt, claimLookUp, endLookUp, findAttempt, setNeedsPerson } from './queries.ts';
import { isOpen } from './states.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts'>;

/** What a connector needs to know of an attempt to ask about it. */
export function lookupRequestOf(attempt: Attempt): LookupRequest {
  return {
    direction: 'collect',
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
  { also_failed = false }: LookUpOptions = {},
): Promise<boolean> {
  const { merchant_id, attempt_id: id } = key;
  return askOperator(ctx, {
    claim: (claim) => claimLookUp(ctx.db, { merchant_id, id }, { ...claim, also_failed }),
    requestOf: lookupRequestOf,
    apply: ({ payment_id }, answer) =>
      applyOutcome(ctx, { merchant_id, payment_id, attempt_id: id }, answer, 'look_up'),
    end: (attempt, at) => endLookUp(ctx.db, attempt, at),
  });
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
