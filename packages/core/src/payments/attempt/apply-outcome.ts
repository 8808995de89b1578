import type { ConnectorAnswer } from '@guichet/operators/contract';
import { post } from '../../ledger/post.ts';
import { confirms, contradictionOf } from '../../operator-calls/contradiction.ts';
import { planRecheck, planSuccessRecheck, recheckAtOnce } from '../../operator-calls/plan-recheck.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { settlePayer } from '../customer/settle-payer.ts';
import { lockPayment, type Payment } from '../queries.ts';
import { getSession } from '../session/queries.ts';
import { transitionSession } from '../session/transition.ts';
import { transitionPayment } from '../transition.ts';
import { actionText } from './action-text.ts';
import { applyReversed } from './apply-reversal.ts';
import { countCode } from './count-code.ts';
import { countReversals, wasRefused } from './history/queries.ts';
import { mayGoElsewhere, openNext } from './open-next.ts';
import { nextInquiry, scheduleInquiry } from './plan-inquiry.ts';
import { collectionPosting, duplicatePosting } from './postings.ts';
import { type Attempt, findAttempt, type NewAttempt, updateAttempt } from './queries.ts';
import { acceptAtOnce, transitionAttempt, type Via } from './transition.ts';

type Answer = Pick<ConnectorAnswer, 'outcome' | 'provider_reference' | 'raw'>;
type Ctx = Pick<Context, 'clock' | 'log' | 'tokens' | 'accounts'>;
type RootCtx = Ctx & Pick<Context, 'db'>;
type Key = { merchant_id: string; payment_id: string; attempt_id: string };

/**
 * Applies an operator's outcome to an attempt, from whatever source, in one transaction. Applying the same
 * outcome twice, or outcomes in any order, changes nothing more: the state tables decide.
 */
export async function applyOutcome(ctx: RootCtx, key: Key, answer: Answer, via: Via): Promise<void> {
  await applyInquiryResult(ctx, key, answer, via);
}

/** Applies an outcome, like {@link applyOutcome}. @returns whether the attempt's status changed */
export async function applyInquiryResult(ctx: RootCtx, key: Key, answer: Answer, via: Via): Promise<boolean> {
  return ctx.db.transaction().execute((tx) => applyOutcomeWithin(ctx, tx, key, answer, via));
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
 * Applies the response to the collection request itself. If it proves that nobody was asked to pay, the next
 * account's attempt is opened in the same transaction, and merchant and customer see no failure.
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
  return ctx.db.transaction().execute(async (tx) => {
    const news = await lockNews(ctx, tx, key, answer, 'answer');
    const { payment, attempt, at } = news;
    if (!mayGoElsewhere(attempt, news.answer.outcome)) {
      await applyLocked(ctx, tx, news);
      return null;
    }
    // The failed attempt first: a payment has one open attempt at most.
    if (!(await endRefused(tx, news))) return null;
    const next = await openNext(ctx, tx, payment, attempt, at);
    if (!next) await failPayment(ctx, tx, news);
    return next;
  });
}

async function acceptPending(ctx: RootCtx, opened: NewAttempt, answer: Answer): Promise<boolean> {
  const { outcome, raw } = answer;
  if (outcome.kind !== 'pending') return false;
  // A wrong code has to be counted.
  if (outcome.action?.kind === 'otp' && outcome.action.problem) return false;
  const inquire_at = nextInquiry(ctx, opened.inquiries, opened.created_at);
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
  /** Wrong one-time codes, this one included. */
  readonly otp_attempts: number;
  readonly via: Via;
  readonly at: Date;
}

async function applyLocked(ctx: Ctx, tx: Connection, news: News): Promise<boolean> {
  const { attempt, answer, otp_attempts, via, at } = news;
  const { outcome, raw } = answer;
  const provider_reference = answer.provider_reference ?? attempt.provider_reference;
  if (await noteContradiction(ctx, tx, news)) return false;
  if (confirms(outcome, attempt, via)) {
    // An inquiry has said again what stands, after it was in doubt.
    await updateAttempt(tx, attempt, attempt.status, {
      needs_review: attempt.duplicate,
      unknown_cause: null,
    });
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
      const facts = { provider_reference, action, otp_attempts };
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
  const { payment, attempt, answer, via, at } = news;
  if (answer.outcome.kind !== 'settled') return false;
  const { money } = answer.outcome;
  if (money.amount_minor !== attempt.charged_minor || money.currency !== attempt.currency) {
    return recordMismatch(ctx, tx, news, money);
  }
  // An operator that says both is not believed: only a person can say that a reversed attempt was paid.
  if (attempt.status === 'reversed' && via !== 'person') return false;
  const round = attempt.status === 'reversed' ? await countReversals(tx, attempt) : 0;
  const isDuplicate = payment.status === 'success';
  const settled = await transitionAttempt(tx, attempt, {
    event: 'settled',
    via,
    at,
    raw: answer.raw,
    facts: {
      provider_reference: answer.provider_reference ?? attempt.provider_reference,
      settled_at: at,
      duplicate: isDuplicate,
      failure_reason: null,
      operator_code: null,
      unknown_cause: null,
      needs_review: isDuplicate,
    },
  });
  if (!settled) return false;
  if (isDuplicate) {
    ctx.log.error({ payment_id: payment.id, attempt_id: attempt.id }, 'a paid payment was paid again');
    await post(tx, { ...duplicatePosting(attempt, at), round });
    await recheckLater(ctx, tx, news);
    return true;
  }
  const session = await getSession(tx, payment.merchant_id, payment.session_token);
  await transitionPayment(ctx, tx, payment, {
    event: 'attempt_succeeded',
    at,
    attempt_id: attempt.id,
    facts: {
      operator: attempt.operator,
      fee_minor: attempt.fee_minor,
      charged_minor: attempt.charged_minor,
      failure_reason: null,
      failure_operator_code: null,
      paid_at: at,
      reversal_code: null,
      reversed_at: null,
      late: session.status !== 'active' || session.expires_at <= at,
      ...(await payerFacts(ctx, tx, payment, attempt)),
    },
    session,
    posting: { ...collectionPosting(attempt, at), round },
  });
  await transitionSession(tx, session, 'payment_succeeded', at);
  await recheckLater(ctx, tx, news);
  return true;
}

/** Plans the recheck of a success that its provider may reverse. */
async function recheckLater(ctx: Ctx, tx: Connection, { attempt, at }: News): Promise<void> {
  const { merchant_id, id, account_id, connector } = attempt;
  const success = { account_id, connector, direction: 'collect', succeeded_at: at } as const;
  await planSuccessRecheck(ctx, tx, { merchant_id, kind: 'attempt', id, round: 0 }, success, at);
}

/** The customer of the payment, now that a number has paid. A number given by the merchant stays. */
async function payerFacts(ctx: Ctx, tx: Connection, payment: Payment, { number, phone }: Attempt) {
  if (!payment.customer_is_payer) return {};
  // The customer of the only number entered.
  if (payment.customer_email === null && number === 1) return {};
  return { customer_phone: phone, customer_id: await settlePayer(ctx, tx, payment, phone) };
}

async function applyFailed(ctx: Ctx, tx: Connection, news: News): Promise<boolean> {
  const refused = await endRefused(tx, news);
  if (refused) await failPayment(ctx, tx, news);
  return refused;
}

/**
 * Flags an attempt of which the operator says the opposite of what it said before, and inquires about it at once.
 *
 * @returns false when there is no contradiction
 */
async function noteContradiction(ctx: Ctx, tx: Connection, { attempt, answer, via }: News): Promise<boolean> {
  const doubt = contradictionOf(answer.outcome, attempt, via);
  if (doubt === null || attempt.mismatch !== null) return false;
  const { contradiction, needs_review } = doubt;
  // The refusal that came before a late success may be reported once more.
  if (contradiction === 'failed_after_success' && (await wasRefused(tx, attempt))) return false;
  if (needs_review) {
    await updateAttempt(tx, attempt, attempt.status, { needs_review, unknown_cause: contradiction });
  }
  const { merchant_id, id } = attempt;
  if (via === 'callback' || contradiction === 'accepted_after_failure') {
    await recheckAtOnce(tx, { merchant_id, kind: 'attempt', id });
  }
  ctx.log.error({ attempt_id: id, contradiction }, 'the operator contradicts itself');
  return true;
}

/** Ends a refused attempt. @returns false when that changes nothing */
async function endRefused(tx: Connection, news: News): Promise<boolean> {
  const { attempt, answer, otp_attempts, via, at } = news;
  if (answer.outcome.kind !== 'failed') return false;
  const { reason, operator_code } = answer.outcome;
  const refused = await transitionAttempt(tx, attempt, {
    event: 'refused',
    via,
    at,
    raw: answer.raw,
    facts: {
      provider_reference: answer.provider_reference ?? attempt.provider_reference,
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
  await transitionPayment(ctx, tx, payment, {
    event: 'attempt_failed',
    at,
    attempt_id: attempt.id,
    facts: { failure_reason, failure_operator_code },
  });
}

/** Records another amount than requested, which never settles (models.md, connector rule 6). */
async function recordMismatch(
  ctx: Ctx,
  tx: Connection,
  news: News,
  money: { amount_minor: bigint; currency: string },
): Promise<boolean> {
  const { attempt, answer, via, at } = news;
  const mismatch = JSON.stringify({ amount_minor: String(money.amount_minor), currency: money.currency });
  const facts = {
    provider_reference: answer.provider_reference ?? attempt.provider_reference,
    mismatch,
    needs_review: true,
    unknown_cause: 'amount_mismatch',
  };
  if (attempt.status === 'success' || attempt.mismatch !== null) return false;
  const changed = await transitionAttempt(tx, attempt, { event: 'lost', via, at, raw: answer.raw, facts });
  // An unknown or failed attempt keeps its status; the amount is recorded all the same.
  if (!changed) await updateAttempt(tx, attempt, attempt.status, facts);
  ctx.log.error({ attempt_id: attempt.id, mismatch }, 'the operator reports another amount');
  return changed;
}
