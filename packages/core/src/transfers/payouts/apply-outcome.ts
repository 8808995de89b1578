import type { ConnectorAnswer } from '@guichet/operators/contract';
import { planSecondLook } from '../../operator-calls/plan-recheck.ts';
import type { Via } from '../../payments/attempt/transition.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { scheduleLookUp } from './plan-look-up.ts';
import { latePaymentOf, paymentOf, returnOf } from './postings.ts';
import { lockPayout, type Payout, type PayoutKey, updatePayoutFacts } from './queries.ts';
import { transitionPayout } from './transition.ts';

type Answer = Pick<ConnectorAnswer, 'outcome' | 'provider_reference' | 'raw'>;
type Ctx = Pick<Context, 'db' | 'clock' | 'log'>;

/**
 * Takes in what an operator said about a payout, from wherever it came, in one transaction. Hearing the same thing
 * twice, or in any order, changes nothing more: the state table decides.
 */
export async function applyPayoutOutcome(ctx: Ctx, key: PayoutKey, answer: Answer, via: Via): Promise<void> {
  await ctx.db.transaction().execute((tx) => hearPayoutWithin(ctx, tx, key, answer, via));
}

/** The same in the caller's transaction. */
export async function hearPayoutWithin(
  ctx: Ctx,
  tx: Connection,
  key: PayoutKey,
  answer: Answer,
  via: Via,
): Promise<void> {
  const payout = await lockPayout(tx, key);
  await applyLocked(ctx, tx, { payout, answer, via, at: ctx.clock.now() });
}

interface News {
  readonly payout: Payout;
  readonly answer: Answer;
  readonly via: Via;
  readonly at: Date;
}

async function applyLocked(ctx: Ctx, tx: Connection, news: News): Promise<void> {
  switch (news.answer.outcome.kind) {
    case 'settled':
      return applySettled(ctx, tx, news);
    case 'failed':
      return applyFailed(ctx, tx, news);
    case 'pending':
      return keepWaiting(ctx, tx, news, null);
    case 'unknown':
      return keepWaiting(ctx, tx, news, news.answer.outcome.cause);
  }
}

async function applySettled(ctx: Ctx, tx: Connection, news: News): Promise<void> {
  const { payout, answer, via, at } = news;
  if (answer.outcome.kind !== 'settled') return;
  const { money } = answer.outcome;
  if (money.amount_minor !== payout.amount_minor || money.currency !== payout.currency) {
    return recordMismatch(ctx, tx, news, money);
  }
  const wasGivenBack = payout.status === 'failed';
  const settled = await transitionPayout(ctx, tx, payout, {
    event: 'settled',
    via,
    at,
    raw: answer.raw,
    facts: {
      provider_reference: answer.provider_reference ?? payout.provider_reference,
      paid_at: at,
      failure_reason: null,
      failure_operator_code: null,
      unknown_cause: null,
      needs_person: false,
    },
    posting: wasGivenBack ? latePaymentOf(payout, at) : paymentOf(payout, at),
  });
  if (settled && wasGivenBack) {
    ctx.log.error({ payout_id: payout.id }, 'a payout that had failed was paid: its money is taken again');
  }
}

async function applyFailed(ctx: Ctx, tx: Connection, news: News): Promise<void> {
  const { payout, answer, via, at } = news;
  if (answer.outcome.kind !== 'failed') return;
  const { reason, operator_code } = answer.outcome;
  const refused = await transitionPayout(ctx, tx, payout, {
    event: 'refused',
    via,
    at,
    raw: answer.raw,
    facts: {
      provider_reference: answer.provider_reference ?? payout.provider_reference,
      failure_reason: reason,
      failure_operator_code: operator_code,
      unknown_cause: null,
      // Only another amount stays for a person: the operator has contradicted itself about money.
      needs_person: payout.mismatch !== null,
    },
    posting: returnOf(payout, at),
  });
  if (refused) {
    const look = { merchant_id: payout.merchant_id, refused: 'payout', id: payout.id, round: 0 } as const;
    await planSecondLook(tx, look, payout, answer.outcome, at);
  }
}

/** What is on its way or not known changes neither status nor money. @param unknown_cause null when it is on its way */
async function keepWaiting(
  ctx: Ctx,
  tx: Connection,
  { payout, answer, via }: News,
  unknown_cause: string | null,
): Promise<void> {
  if (payout.status !== 'processing') return;
  const provider_reference = answer.provider_reference ?? payout.provider_reference;
  const cause = payout.mismatch === null ? { unknown_cause } : {};
  await updatePayoutFacts(tx, payout, { provider_reference, ...cause });
  if (via === 'answer') await scheduleLookUp(ctx, tx, payout);
}

/** Another amount than was asked for is a fact to record, never a settlement (models.md, connector rule 6). */
async function recordMismatch(
  ctx: Ctx,
  tx: Connection,
  { payout, answer }: News,
  money: { amount_minor: bigint; currency: string },
): Promise<void> {
  if (payout.status === 'success' || payout.mismatch !== null) return;
  const mismatch = JSON.stringify({ amount_minor: String(money.amount_minor), currency: money.currency });
  await updatePayoutFacts(tx, payout, {
    provider_reference: answer.provider_reference ?? payout.provider_reference,
    mismatch,
    needs_person: true,
    unknown_cause: 'amount_mismatch',
  });
  ctx.log.error({ payout_id: payout.id, mismatch }, 'the operator reports another amount');
}
