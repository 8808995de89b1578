import type { ConnectorAnswer } from '@guichet/operators/contract';
import { planSecondLook } from '../../operator-calls/plan-recheck.ts';
import { type Attempt, findAttempt, updateAttempt } from '../../payments/attempt/queries.ts';
import type { Via } from '../../payments/attempt/transition.ts';
import { lockPayment } from '../../payments/queries.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { scheduleLookUp } from './plan-look-up.ts';
import { latePaymentOf, paymentOf, returnOf } from './postings.ts';
import { lockRefund, type Refund, type RefundKey, sumReturned, updateRefundFacts } from './queries.ts';
import { transitionRefund } from './transition.ts';

type Answer = Pick<ConnectorAnswer, 'outcome' | 'provider_reference' | 'raw'>;
type Ctx = Pick<Context, 'clock' | 'log'>;

/**
 * Takes in what an operator said about a refund, from wherever it came, in one transaction. Hearing the same thing
 * twice, or in any order, changes nothing more: the state table decides.
 */
export async function applyRefundOutcome(
  ctx: Ctx & Pick<Context, 'db'>,
  key: RefundKey,
  answer: Answer,
  via: Via,
): Promise<void> {
  await ctx.db.transaction().execute((tx) => hearRefundWithin(ctx, tx, key, answer, via));
}

/** The same in the caller's transaction. */
export async function hearRefundWithin(
  ctx: Ctx,
  tx: Connection,
  key: RefundKey,
  answer: Answer,
  via: Via,
): Promise<void> {
  const refund = await lockRefund(tx, key);
  await applyLocked(ctx, tx, { refund, answer, via, at: ctx.clock.now() });
}

interface News {
  readonly refund: Refund;
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
  const { refund, answer, via, at } = news;
  if (answer.outcome.kind !== 'settled') return;
  const { money } = answer.outcome;
  if (money.amount_minor !== refund.amount_minor || money.currency !== refund.currency) {
    return recordMismatch(ctx, tx, news, money);
  }
  const wasBookedBack = refund.status === 'failed';
  const settled = await transitionRefund(ctx, tx, refund, {
    event: 'settled',
    via,
    at,
    raw: answer.raw,
    facts: {
      provider_reference: answer.provider_reference ?? refund.provider_reference,
      refunded_at: at,
      failure_reason: null,
      failure_operator_code: null,
      unknown_cause: null,
      needs_person: wasBookedBack && (await isTooMuch(tx, refund)),
    },
    posting: wasBookedBack ? latePaymentOf(refund, at) : paymentOf(refund, at),
  });
  if (!settled) return;
  if (wasBookedBack) {
    ctx.log.error({ refund_id: refund.id }, 'a refund that had failed was made: its money is taken again');
  }
  if (refund.duplicate) await closeDuplicate(tx, refund);
}

/** The customer has more back than was charged: something was refunded again before this one came through. */
async function isTooMuch(tx: Connection, refund: Refund): Promise<boolean> {
  // Whoever makes a refund of this payment at the moment is done after this.
  await lockPayment(tx, refund.merchant_id, refund.payment_id);
  const { charged_minor } = await getAttempt(tx, refund);
  const { returned_minor } = await sumReturned(tx, refund);
  return returned_minor + refund.amount_minor > charged_minor;
}

/** A duplicate that is back with the customer is nothing for a person any more. */
async function closeDuplicate(tx: Connection, refund: Refund): Promise<void> {
  const attempt = await getAttempt(tx, refund);
  const { returned_minor, open_id } = await sumReturned(tx, refund);
  // One that is still open may fail, and closes the duplicate itself when it does not.
  if (open_id !== null || returned_minor < attempt.charged_minor) return;
  await updateAttempt(tx, attempt, 'success', { needs_person: false });
}

async function getAttempt(tx: Connection, { merchant_id, attempt_id }: Refund): Promise<Attempt> {
  const attempt = await findAttempt(tx, merchant_id, attempt_id);
  if (!attempt) throw new Error(`attempt ${attempt_id} is gone`);
  return attempt;
}

async function applyFailed(ctx: Ctx, tx: Connection, news: News): Promise<void> {
  const { refund, answer, via, at } = news;
  if (answer.outcome.kind !== 'failed') return;
  const { reason, operator_code } = answer.outcome;
  const refused = await transitionRefund(ctx, tx, refund, {
    event: 'refused',
    via,
    at,
    raw: answer.raw,
    facts: {
      provider_reference: answer.provider_reference ?? refund.provider_reference,
      failure_reason: reason,
      failure_operator_code: operator_code,
      unknown_cause: null,
      // Only another amount stays for a person: the operator has contradicted itself about money.
      needs_person: refund.mismatch !== null,
    },
    posting: returnOf(refund, at),
  });
  if (refused) {
    const look = { merchant_id: refund.merchant_id, refused: 'refund', id: refund.id, round: 0 } as const;
    await planSecondLook(tx, look, refund, answer.outcome, at);
  }
}

/** What is on its way or not known changes neither status nor money. @param unknown_cause null when it is on its way */
async function keepWaiting(
  ctx: Ctx,
  tx: Connection,
  { refund, answer, via }: News,
  unknown_cause: string | null,
): Promise<void> {
  if (refund.status !== 'processing') return;
  const provider_reference = answer.provider_reference ?? refund.provider_reference;
  const cause = refund.mismatch === null ? { unknown_cause } : {};
  await updateRefundFacts(tx, refund, { provider_reference, ...cause });
  if (via === 'answer') await scheduleLookUp(ctx, tx, refund);
}

/** Another amount than was asked for is a fact to record, never a settlement (models.md, connector rule 6). */
async function recordMismatch(
  ctx: Ctx,
  tx: Connection,
  { refund, answer }: News,
  money: { amount_minor: bigint; currency: string },
): Promise<void> {
  if (refund.status === 'success' || refund.mismatch !== null) return;
  const mismatch = JSON.stringify({ amount_minor: String(money.amount_minor), currency: money.currency });
  await updateRefundFacts(tx, refund, {
    provider_reference: answer.provider_reference ?? refund.provider_reference,
    mismatch,
    needs_person: true,
    unknown_cause: 'amount_mismatch',
  });
  ctx.log.error({ refund_id: refund.id, mismatch }, 'the operator reports another amount');
}
