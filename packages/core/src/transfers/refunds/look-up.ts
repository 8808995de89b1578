import { asCurrency } from '@guichet/kernel/currencies';
import type { LookupRequest } from '@guichet/operators/contract';
import { askOperator, type LookUpOptions } from '../../operator-calls/ask.ts';
import { payerNamesOf } from '../../payments/payer-names.ts';
import type { Context } from '../../platform/context.ts';
import { applyRefundOutcome } from './apply-outcome.ts';
import { collectionOf } from './collection.ts';
import { scheduleLookUp } from './plan-look-up.ts';
import {
  claimRefundLookUp,
  findProcessingRefund,
  type Refund,
  type RefundKey,
  updateRefundFacts,
} from './queries.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'tokens'>;

/** What the payload of a job says about a refund. */
export interface RefundJob {
  readonly merchant_id: string;
  readonly refund_id: string;
}

/**
 * Asks the operator about a refund that is processing, and takes in the answer.
 *
 * @returns false when nothing was asked, because someone else is asking or asked a moment ago, or because its end is
 *   known
 */
export function lookUpRefund(
  ctx: Ctx,
  key: RefundKey,
  { also_failed = false }: LookUpOptions = {},
): Promise<boolean> {
  return askOperator(ctx, {
    claim: (claim) => claimRefundLookUp(ctx.db, key, { ...claim, also_failed }),
    requestOf: (refund) => lookupRequestOf(ctx, refund),
    namesOf: (refund) => payerNamesOf(ctx.db, refund),
    apply: (refund, answer) => applyRefundOutcome(ctx, refund, answer, 'look_up'),
    end: (refund, at) => updateRefundFacts(ctx.db, refund, { looked_up_at: at }),
  });
}

async function lookupRequestOf({ db }: Ctx, refund: Refund): Promise<LookupRequest> {
  return {
    // Under the address of what was really sent.
    direction: refund.method,
    reference: refund.reference,
    provider_reference: refund.provider_reference,
    operator: refund.operator,
    phone: refund.phone,
    money: { amount_minor: refund.amount_minor, currency: asCurrency(refund.currency) },
    // When the call was about to be made: a provider that never heard of it may only be slow.
    created_at: refund.sent_at ?? refund.created_at,
    ...(refund.method === 'refund' && { collection: await collectionOf(db, refund) }),
  };
}

/** Job: looks a refund up and plans the next time, until the truth is known or a person has to find out. */
export async function followRefund(ctx: Ctx, { merchant_id, refund_id }: RefundJob): Promise<void> {
  const key = { merchant_id, id: refund_id };
  await lookUpRefund(ctx, key);
  const refund = await findProcessingRefund(ctx.db, key);
  if (!refund || (await scheduleLookUp(ctx, ctx.db, refund))) return;
  await updateRefundFacts(ctx.db, refund, { needs_person: true });
  ctx.log.error({ refund_id }, 'no definite answer for three days: a person has to find out');
}
