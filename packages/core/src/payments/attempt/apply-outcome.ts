import { isDeepStrictEqual } from 'node:util';
import type { Money } from '@guichet/kernel/money';
import type { ConnectorAnswer } from '@guichet/operators/contract';
import { post } from '../../ledger/post.ts';
import { type Contradiction, confirms } from '../../operator-calls/contradiction.ts';
import { planRecheck, planSuccessRecheck, recheckAtOnce } from '../../operator-calls/plan-recheck.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { inGroup } from '../../platform/groups/in-group.ts';
import { lockPayment, type Payment } from '../queries.ts';
import { getSession } from '../session/queries.ts';
import { transitionPayment } from '../transition.ts';
import { actionText } from './action-text.ts';
import { applyReversed } from './apply-reversal.ts';
import { countCode } from './count-code.ts';
import { endDoubt, isWithdrawn, noteContradiction } from './doubt.ts';
import { emitDuplicate } from './emit-duplicate.ts';
import { countReversals } from './history/queries.ts';
import { holdMoney, mismatchOf, releaseHeld } from './hold.ts';
import { choicesOf, isAskedFor, judgeArrival } from './judge.ts';
import { refundSoon } from './keep.ts';
import { leaveToOthers } from './leave-to-others.ts';
import { mayGoElsewhere, openNext } from './open-next.ts';
import { nextInquiry, scheduleInquiry } from './plan-inquiry.ts';
import { collectionPosting, duplicatePosting } from './postings.ts';
import { type Attempt, findAttempt, type NewAttempt, updateAttempt } from './queries.ts';
import { settlePayment } from './settle-payment.ts';
import { isUndecided, nothing_kept, nothing_received, takenBy } from './taken.ts';
import { acceptAtOnce, transitionAttempt, type Via } from './transition.ts';

/**
 * For an inquiry, includes the time at which it began: its result may be older than outcomes received meanwhile.
 */
type Answer = Pick<ConnectorAnswer, 'outcome' | 'provider_reference' | 'raw'> & { readonly asked_at?: Date };
type Ctx = Pick<Context, 'clock' | 'log' | 'tokens' | 'accounts'>;
type RootCtx = Ctx & Pick<Context, 'db'>;
type Key = { merchant_id: string; payment_id: string; attempt_id: string };

/**
 * Applies an operator's outcome to an attempt, from any source, in one transaction. Outcomes may be repeated and
 * arrive in any order: the state tables decide, and a repeated outcome changes nothing more.
 */
export async function applyOutcome(ctx: RootCtx, key: Key, answer: Answer, via: Via): Promise<void> {
  await applyInquiryResult(ctx, key, answer, via);
}

/** Applies an outcome, like {@link applyOutcome}. @returns whether the attempt's status changed */
export async function applyInquiryResult(ctx: RootCtx, key: Key, answer: Answer, via: Via): Promise<boolean> {
  return inGroup(ctx.db, key.payment_id, (tx) => applyOutcomeWithin(ctx, tx, key, answer, via));
}

/** Applies an outcome in the caller's transaction. */
export async function applyOutcomeWithin(
  ctx: Ctx,
  tx: Connection,
  key: Key,
  answer: Answer,
  via: Via,
): Promise<boolean> {
  const news = await lockNews(ctx, tx, key, answer, via);
  return applyLocked(ctx, tx, news);
}

/**
 * Applies the response to the collection request itself. If it proves that the customer was not asked to pay, an
 * attempt with the next account is opened in the same transaction, and neither merchant nor customer sees a
 * failure.
 *
 * @param opened the attempt as it was committed before the call, if the caller has it
 * @returns the attempt to continue with; null for none
 */
export async function applyAnswer(
  ctx: RootCtx & Pick<Context, 'connectors' | 'references'>,
  key: Key,
  answer: Answer,
  opened?: NewAttempt,
): Promise<NewAttempt | null> {
  if (opened && (await acceptPending(ctx, opened, answer))) return null;
  return inGroup(ctx.db, key.payment_id, async (tx) => {
    const news = await lockNews(ctx, tx, key, answer, 'answer');
    const { payment, attempt, at } = news;
    if (!mayGoElsewhere(attempt, news.answer.outcome)) {
      await applyLocked(ctx, tx, news);
      return null;
    }
    // End the failed attempt first: a payment has at most one open attempt.
    if (!(await endRefused(tx, news))) return null;
    const next = await openNext(ctx, tx, payment, attempt, at);
    if (!next) await failPayment(ctx, tx, news);
    return next;
  });
}

async function acceptPending(ctx: RootCtx, opened: NewAttempt, answer: Answer): Promise<boolean> {
  const { outcome, raw } = answer;
  if (outcome.kind !== 'pending') return false;
  // A wrong code must be counted.
  if (outcome.action?.kind === 'otp' && outcome.action.problem) return false;
  const inquire_at = nextInquiry(ctx, opened.created_at);
  if (inquire_at === null) return false;
  return acceptAtOnce(ctx.db, opened, {
    at: ctx.clock.now(),
    raw: keepRaw(ctx, raw),
    provider_reference: answer.provider_reference ?? opened.provider_reference,
    action: actionText(ctx, opened, outcome.action),
    inquire_at,
  });
}

async function lockNews(
  ctx: Pick<Context, 'clock' | 'tokens'>,
  tx: Connection,
  key: Key,
  answer: Answer,
  via: Via,
): Promise<News> {
  const payment = await lockPayment(tx, key.merchant_id, key.payment_id);
  const attempt = await findAttempt(tx, key.merchant_id, key.attempt_id);
  if (!attempt) throw new Error(`attempt ${key.attempt_id} is gone`);
  const kept = { ...answer, raw: keepRaw(ctx, answer.raw) };
  return { payment, attempt, ...countCode(attempt, kept, via), via, at: ctx.clock.now() };
}

/** Some providers repeat the URL of the session's page, whose token must not be stored. */
function keepRaw({ tokens }: Pick<Context, 'tokens'>, raw: Answer['raw']): Answer['raw'] {
  const text = JSON.stringify(raw) ?? '';
  const kept = tokens.hide(text);
  return kept === text ? raw : JSON.parse(kept);
}

interface News {
  readonly payment: Payment;
  readonly attempt: Attempt;
  readonly answer: Answer;
  /** Wrong one-time codes so far, including this one. */
  readonly otp_attempts: number;
  readonly via: Via;
  readonly at: Date;
}

async function applyLocked(ctx: Ctx, tx: Connection, news: News): Promise<boolean> {
  const { attempt, answer, otp_attempts, via, at } = news;
  const { outcome, raw } = answer;
  const provider_reference = answer.provider_reference ?? attempt.provider_reference;
  if (await noteContradiction(ctx, tx, news)) return false;
  const isOther = outcome.kind === 'settled' && !isTakenBy(attempt, outcome.money);
  if (confirms(outcome, attempt, via) && !isOther) {
    await endDoubt(tx, attempt);
    return false;
  }
  switch (outcome.kind) {
    case 'settled':
      return applySettled(ctx, tx, news);
    case 'reversed':
      return applyReversed(ctx, tx, news, outcome);
    case 'failed':
      return applyFailed(ctx, tx, news);
    case 'pending': {
      const action = actionText(ctx, attempt, outcome.action);
      // An inquiry's result often omits the action, such as the link that the first response contained.
      const facts = { provider_reference, otp_attempts, ...(action !== null && { action }) };
      const changed = await transitionAttempt(tx, attempt, { event: 'accepted', via, at, raw, facts });
      // Still pending, but the customer's next action may be new: the last code was wrong.
      if (!changed && attempt.status === 'submitted' && action !== null) {
        await updateAttempt(tx, attempt, 'submitted', facts);
      }
      if (changed && via === 'answer') await scheduleInquiry(ctx, tx, attempt);
      return changed;
    }
    case 'unknown': {
      const facts = { provider_reference, unknown_cause: outcome.cause };
      const changed = await transitionAttempt(tx, attempt, { event: 'lost', via, at, raw, facts });
      if (changed && via === 'answer') await scheduleInquiry(ctx, tx, attempt);
      return changed;
    }
  }
}

async function applySettled(ctx: Ctx, tx: Connection, news: News): Promise<boolean> {
  const { payment, answer, via, at } = news;
  if (answer.outcome.kind !== 'settled') return false;
  const { money } = answer.outcome;
  // A success after a reversal is not trusted: only a person can decide that a reversed attempt was paid.
  if (news.attempt.status === 'reversed' && via !== 'person') return false;
  if (!isBookable(money)) return recordMismatch(ctx, tx, news, money);
  if (isDecided(news.attempt)) return flagOtherAmount(ctx, tx, news, money);
  if (via !== 'person' && isHeldAs(news.attempt, money)) return false;
  const session = await getSession(tx, payment.merchant_id, payment.session_token);
  const attempt = isUndecided(news.attempt) ? await releaseHeld(tx, news.attempt, at) : news.attempt;
  const round = attempt.status === 'reversed' ? await countReversals(tx, attempt) : 0;
  if (payment.status === 'success') return recordDuplicate(ctx, tx, { ...news, attempt }, money, round);
  const paying = { payment, session, attempt, at };
  const judgement = await judgeArrival(tx, paying, money, via);
  const provider_reference = answer.provider_reference ?? attempt.provider_reference;
  if (judgement.cause !== null) {
    await holdMoney(ctx, tx, { ...paying, money, judgement, provider_reference, raw: answer.raw, via });
    await recheckLater(ctx, tx, news);
    return true;
  }
  const settled = await transitionAttempt(tx, attempt, {
    event: 'settled',
    via,
    at,
    raw: answer.raw,
    facts: { ...settledFacts(news), ...nothing_received, duplicate: false },
  });
  if (!settled) return false;
  await settlePayment(ctx, tx, paying, { ...collectionPosting(attempt, at), round });
  await recheckLater(ctx, tx, news);
  return true;
}

/** Books money for a payment that another attempt has already paid: separately, until it is refunded. */
async function recordDuplicate(
  ctx: Ctx,
  tx: Connection,
  news: News,
  money: Money,
  round: number,
): Promise<boolean> {
  const { payment, attempt, answer, via, at } = news;
  const received = isAskedFor(money, attempt)
    ? nothing_received
    : { ...nothing_received, received_minor: money.amount_minor, received_currency: money.currency };
  const { on_paid_twice } = await choicesOf(tx, payment);
  const facts = {
    ...settledFacts(news),
    ...received,
    ...(on_paid_twice === 'refund_all' && nothing_kept),
    duplicate: true,
    needs_review: on_paid_twice === 'ask',
  };
  if (!(await transitionAttempt(tx, attempt, { event: 'settled', via, at, raw: answer.raw, facts })))
    return false;
  ctx.log.error({ payment_id: payment.id, attempt_id: attempt.id }, 'a paid payment was paid again');
  const duplicate: Attempt = { ...attempt, ...received, duplicate: true, settled_at: at };
  await post(tx, { ...duplicatePosting(duplicate, at), round });
  await emitDuplicate(tx, payment, duplicate, at);
  if (on_paid_twice === 'refund_all') await refundSoon(tx, attempt);
  await recheckLater(ctx, tx, news);
  return true;
}

/** Plans the recheck of a success, or of held money, that the provider may still reverse. */
async function recheckLater(ctx: Ctx, tx: Connection, { attempt, at }: News): Promise<void> {
  const { merchant_id, id, account_id, connector } = attempt;
  const success = { account_id, connector, direction: 'collect', succeeded_at: at } as const;
  await planSuccessRecheck(ctx, tx, { merchant_id, kind: 'attempt', id, round: 0 }, success, at);
}

function settledFacts({ attempt, answer, at }: News) {
  return {
    provider_reference: answer.provider_reference ?? attempt.provider_reference,
    settled_at: at,
    failure_reason: null,
    operator_code: null,
    unknown_cause: null,
    needs_review: false,
  };
}

/** Whether the money of an attempt has its final booking: to the merchant, as a duplicate or as a refund. */
function isDecided(attempt: Attempt): boolean {
  return attempt.status === 'success' || (attempt.status === 'held' && !isUndecided(attempt));
}

function isHeldAs(attempt: Attempt, money: Money): boolean {
  return attempt.status === 'held' && isTakenBy(attempt, money);
}

function isTakenBy(attempt: Attempt, money: Money): boolean {
  const { amount_minor, currency } = takenBy(attempt);
  return amount_minor === money.amount_minor && currency === money.currency;
}

async function applyFailed(ctx: Ctx, tx: Connection, news: News): Promise<boolean> {
  const refused = await endRefused(tx, news);
  if (refused) await failPayment(ctx, tx, news);
  return refused;
}

/** Ends a refused attempt. @returns false when that changes nothing */
async function endRefused(tx: Connection, news: News): Promise<boolean> {
  const { attempt, answer, otp_attempts, via, at } = news;
  if (answer.outcome.kind !== 'failed') return false;
  const { reason, operator_code } = answer.outcome;
  // The attempt's money is being refunded, and now the operator reports that it never arrived.
  if (attempt.status === 'held' && isDecided(attempt)) {
    const { merchant_id, id } = attempt;
    const unknown_cause = 'failed_after_success' satisfies Contradiction;
    await updateAttempt(tx, attempt, 'held', { needs_review: true, unknown_cause });
    const isNew = attempt.unknown_cause !== unknown_cause;
    if (isNew || via === 'callback') await recheckAtOnce(tx, { merchant_id, kind: 'attempt', id }, at);
    return false;
  }
  if (attempt.status === 'held') {
    if (!(await isWithdrawn(tx, news))) return false;
    await releaseHeld(tx, attempt, at);
  }
  const refused = await transitionAttempt(tx, attempt, {
    event: 'refused',
    via,
    at,
    raw: answer.raw,
    facts: {
      provider_reference: answer.provider_reference ?? attempt.provider_reference,
      ...nothing_received,
      failure_reason: reason,
      operator_code,
      otp_attempts,
      unknown_cause: null,
      // Only a wrong amount still needs review: the operator has contradicted itself about money.
      needs_review: attempt.mismatch !== null,
      settled_at: at,
    },
  });
  if (refused) {
    const look = { merchant_id: attempt.merchant_id, kind: 'attempt', id: attempt.id, round: 0 } as const;
    await planRecheck(tx, look, attempt, answer.outcome, at);
  }
  return refused;
}

async function failPayment(ctx: Ctx, tx: Connection, news: News): Promise<void> {
  const { payment, attempt, answer, at } = news;
  if (answer.outcome.kind !== 'failed') return;
  const { reason: failure_reason, operator_code: failure_operator_code } = answer.outcome;
  if (await leaveToOthers(tx, payment, attempt)) return;
  await transitionPayment(ctx, tx, payment, {
    event: 'attempt_failed',
    at,
    attempt_id: attempt.id,
    facts: {
      ...{ failure_reason, failure_operator_code },
      ...(attempt.status === 'held' && { received_minor: null, received_currency: null }),
    },
  });
}

/**
 * Records an impossible amount: zero, negative, or more than any operator moves. It is not booked and never
 * settles the attempt (models.md, connector rule 6).
 */
async function recordMismatch(ctx: Ctx, tx: Connection, news: News, money: Money): Promise<boolean> {
  const { attempt, answer, via, at } = news;
  const mismatch = mismatchOf(money);
  const facts = {
    provider_reference: answer.provider_reference ?? attempt.provider_reference,
    mismatch,
    needs_review: true,
    unknown_cause: 'amount_mismatch',
  };
  if (isDecided(attempt) || isUndecided(attempt) || attempt.mismatch !== null) return false;
  const changed = await transitionAttempt(tx, attempt, { event: 'lost', via, at, raw: answer.raw, facts });
  // An unknown or failed attempt keeps its status; the amount is recorded anyway.
  if (!changed) await updateAttempt(tx, attempt, attempt.status, facts);
  ctx.log.error({ attempt_id: attempt.id, mismatch }, 'the operator reports an impossible amount');
  return changed;
}

/** Flags an attempt whose money has its final booking, when the operator now reports a different amount. */
async function flagOtherAmount(ctx: Ctx, tx: Connection, { attempt }: News, money: Money): Promise<boolean> {
  const { amount_minor, currency } = takenBy(attempt);
  const isSame = amount_minor === money.amount_minor && currency === money.currency;
  // A repeated report: of the amount that was taken, or of the different one that is already recorded.
  if (isSame || isDeepStrictEqual(attempt.mismatch, JSON.parse(mismatchOf(money)))) return false;
  const facts = { mismatch: mismatchOf(money), needs_review: true, unknown_cause: 'amount_changed' };
  await updateAttempt(tx, attempt, attempt.status, facts);
  ctx.log.error({ attempt_id: attempt.id, ...facts }, 'the operator reports a different amount than before');
  return false;
}

/** Whether an amount can be booked: positive, and exact in JSON as well as in a bigint column. */
function isBookable({ amount_minor }: Money): boolean {
  return amount_minor > 0n && amount_minor <= BigInt(Number.MAX_SAFE_INTEGER);
}
