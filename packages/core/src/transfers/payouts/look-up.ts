import { asCurrency } from '@guichet/kernel/currencies';
import type { LookupRequest } from '@guichet/operators/contract';
import { askOperator, type LookUpOptions } from '../../operator-calls/ask.ts';
import type { Context } from '../../platform/context.ts';
import { applyPayoutOutcome } from './apply-outcome.ts';
import { scheduleLookUp } from './plan-look-up.ts';
import {
  claimPayoutLookUp,
  findProcessingPayout,
  type Payout,
  type PayoutKey,
  updatePayoutFacts,
} from './queries.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'tokens'>;

/** What the payload of a job says about a payout. */
export interface PayoutJob {
  readonly merchant_id: string;
  readonly payout_id: string;
}

/**
 * Asks the operator about a payout that is processing, and takes in the answer.
 *
 * @returns false when nothing was asked, because someone else is asking or asked a moment ago, or because its end is
 *   known
 */
export function lookUpPayout(
  ctx: Ctx,
  key: PayoutKey,
  { also_failed = false }: LookUpOptions = {},
): Promise<boolean> {
  return askOperator(ctx, {
    claim: (claim) => claimPayoutLookUp(ctx.db, key, { ...claim, also_failed }),
    requestOf: lookupRequestOf,
    namesOf: (payout) => [payout.recipient_first_name, payout.recipient_last_name],
    apply: (payout, answer) => applyPayoutOutcome(ctx, payout, answer, 'look_up'),
    end: (payout, at) => updatePayoutFacts(ctx.db, payout, { looked_up_at: at }),
  });
}

function lookupRequestOf(payout: Payout): LookupRequest {
  return {
    direction: 'payout',
    reference: payout.reference,
    provider_reference: payout.provider_reference,
    operator: payout.operator,
    phone: payout.recipient_phone,
    money: { amount_minor: payout.amount_minor, currency: asCurrency(payout.currency) },
    // When the call was about to be made: a provider that never heard of it may only be slow.
    created_at: payout.sent_at ?? payout.created_at,
  };
}

/** Job: looks a payout up and plans the next time, until the truth is known or a person has to find out. */
export async function followPayout(ctx: Ctx, { merchant_id, payout_id }: PayoutJob): Promise<void> {
  const key = { merchant_id, id: payout_id };
  await lookUpPayout(ctx, key);
  const payout = await findProcessingPayout(ctx.db, key);
  if (!payout || (await scheduleLookUp(ctx, ctx.db, payout))) return;
  await updatePayoutFacts(ctx.db, payout, { needs_person: true });
  ctx.log.error({ payout_id }, 'no definite answer for three days: a person has to find out');
}
