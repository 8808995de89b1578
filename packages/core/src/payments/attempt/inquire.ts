import { asCurrency } from '@guichet/kernel/currencies';
import type { LookupRequest } from '@guichet/operators/contract';
import { askOperator, type InquiryOptions } from '../../operator-calls/ask.ts';
import type { ServiceActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { wasRecovering } from '../../platform/recovery/queries.ts';
import { applyInquiryResult } from './apply-outcome.ts';
import { claimInquiry, endInquiry } from './claims/queries.ts';
import { isNews } from './is-news.ts';
import { scheduleInquiry } from './plan-inquiry.ts';
import { type Attempt, findAttempt, markForReview } from './queries.ts';
import { isOpen } from './states.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'tokens'>;

/** Makes the connector's request for an inquiry about an attempt. */
export function inquiryRequestOf(attempt: Attempt): LookupRequest {
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
 * Makes a status inquiry about an open attempt and applies the result.
 *
 * @returns false when none was made, because another is in progress or was made a moment ago, or because the
 * attempt is no longer open
 */
export async function inquireAboutAttempt(
  ctx: Ctx,
  key: Key,
  options: InquiryOptions = {},
): Promise<boolean> {
  return (await inquire(ctx, key, options)).isAsked;
}

type Key = { readonly merchant_id: string; readonly attempt_id: string };

/** @returns the attempt after the inquiry, if it is known without reading it again */
async function inquire(
  ctx: Ctx,
  { merchant_id, attempt_id: id }: Key,
  { also_ended = false, hear }: InquiryOptions,
): Promise<{ readonly isAsked: boolean; readonly known: Attempt | null }> {
  let known: Attempt | null = null;
  const isAsked = await askOperator(ctx, {
    claim: (claim) => claimInquiry(ctx.db, { merchant_id, id }, { ...claim, also_ended }),
    requestOf: async (attempt) => ({
      ...inquiryRequestOf(attempt),
      ...(attempt.provider_reference === null && {
        is_restored: await wasRecovering(ctx.db, attempt.created_at),
      }),
    }),
    apply: async (attempt, answer, asked_at) => {
      hear?.(answer);
      if (answer.cannot_be_found) await markForReview(ctx.db, attempt);
      if (!isNews(ctx, attempt, answer)) return false;
      const key = { merchant_id, payment_id: attempt.payment_id, attempt_id: id };
      const changed = await applyInquiryResult(ctx, key, { ...answer, asked_at }, 'inquiry');
      if (changed && answer.outcome.kind === 'settled') known = { ...attempt, status: 'success' };
      return changed;
    },
    end: async (attempt, at) => {
      const status = await endInquiry(ctx.db, attempt, at);
      known = status ? { ...attempt, status } : null;
    },
  });
  return { isAsked, known };
}

/**
 * Job: inquires about an attempt and schedules the next inquiry, until the outcome is known or the attempt
 * needs review.
 */
export async function followAttempt(
  ctx: Ctx,
  actor: ServiceActor,
  job: { merchant_id: string; attempt_id: string },
): Promise<void> {
  requireScope(actor, 'jobs:run');
  const { known } = await inquire(ctx, job, {});
  const attempt = known ?? (await findAttempt(ctx.db, job.merchant_id, job.attempt_id));
  if (!attempt || !isOpen(attempt.status)) return;
  if (await scheduleInquiry(ctx, ctx.db, attempt)) return;
  if (!(await markForReview(ctx.db, attempt))) return;
  ctx.log.error({ attempt_id: attempt.id }, 'no definite outcome for three days: the attempt needs review');
}
