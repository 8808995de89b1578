import { asCurrency } from '@guichet/kernel/currencies';
import { makeId } from '@guichet/kernel/ids';
import { fitsDecimals } from '@guichet/kernel/money';
import type { FailureReason, Outcome } from '@guichet/kernel/outcome';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { isRecovering } from '../../platform/recovery/queries.ts';
import { findEligibleOperators, type Route } from '../../routing/find-eligible-operators.ts';
import { takes } from '../../routing/offers.ts';
import { pickRoute } from '../../routing/pick-route.ts';
import { getRouting } from '../../routing/queries.ts';
import { listPaymentTransitions, type Payment } from '../queries.ts';
import { hasExpired } from '../session/find.ts';
import { getSession } from '../session/queries.ts';
import { transitionPayment } from '../transition.ts';
import { findWait } from './find-wait.ts';
import { insertNext } from './insert-next.ts';
import { answer_wait_ms } from './open.ts';
import { addInquiryJob } from './plan-inquiry.ts';
import { type Attempt, listAttempts, type NewAttempt } from './queries.ts';
import { isUndecided } from './taken.ts';

/**
 * Reasons that may be specific to the account. A problem with the customer or the number is the same with every
 * account.
 */
const reasons: readonly FailureReason[] = ['operator_down', 'limit_exceeded', 'other'];

/**
 * Whether another account may be tried: only if the first outcome of the attempt shows that the customer was not
 * asked to pay (design section 9).
 */
export function mayGoElsewhere(
  { status, account_id }: Pick<Attempt, 'status' | 'account_id'>,
  outcome: Outcome,
): boolean {
  if (status !== 'created' || account_id === null) return false;
  return outcome.kind === 'failed' && outcome.reached_customer === false && reasons.includes(outcome.reason);
}

/**
 * Opens an attempt with the next account that has not been tried since the customer last pressed "Pay", in the
 * transaction that has just ended the previous attempt.
 *
 * @returns null when there is no such account, its provider would still refuse the same amount from the same number,
 * the session has ended, or money of another attempt is held
 */
export async function openNext(
  ctx: Pick<Context, 'clock' | 'log' | 'connectors' | 'accounts' | 'references'>,
  tx: Connection,
  payment: Payment,
  failed: Attempt,
  at: Date,
): Promise<NewAttempt | null> {
  if (await isRecovering(tx)) return null;
  const session = await getSession(tx, payment.merchant_id, payment.session_token);
  if (session.status !== 'active' || hasExpired(session, at)) return null;
  if (await isMoneyHeld(tx, payment)) return null;
  const routes = await untriedRoutes(ctx, tx, failed);
  const free: Route[] = [];
  for (const one of routes) if ((await findWait(ctx, tx, one, failed)) === 0) free.push(one);
  const route = await pickRoute(ctx, tx, failed, free);
  if (!route) return null;
  const { action: _action, mismatch: _mismatch, reference: _reference, ...facts } = failed;
  const next = {
    ...facts,
    id: makeId('attempt'),
    status: 'created' as const,
    connector: route.connector,
    account_id: route.account_id,
    provider_reference: null,
    receipt: null,
    failure_reason: null,
    operator_code: null,
    inquiries: 0,
    inquired_at: null,
    needs_review: false,
    otp_attempts: 0,
    otp_until: null,
    otp_resends: 0,
    otp_resent_at: null,
    created_at: at,
    settled_at: null,
  };
  const change = { event: 'account_changed', at, attempt_id: next.id } as const;
  const changed = await transitionPayment(ctx, tx, payment, change);
  if (!changed) return null;
  const assigned = await insertNext(ctx, tx, changed, next);
  await addInquiryJob(tx, next, new Date(at.getTime() + answer_wait_ms));
  return { ...next, ...assigned };
}

/** Whether money of another attempt awaits a decision: the customer must not pay again before that. */
async function isMoneyHeld(tx: Connection, { merchant_id, id, received_minor }: Payment): Promise<boolean> {
  return received_minor !== null && (await listAttempts(tx, merchant_id, id)).some(isUndecided);
}

/** Returns the current routes that fit the attempt the customer confirmed, except those already tried. */
async function untriedRoutes(
  ctx: Pick<Context, 'clock' | 'connectors'>,
  tx: Connection,
  failed: Attempt,
): Promise<Route[]> {
  const { merchant_id, payment_id, mode, operator, account_id } = failed;
  const currency = asCurrency(failed.currency);
  const charged = { amount_minor: failed.charged_minor, currency };
  const routing = await getRouting(tx, merchant_id, mode);
  const ways = findEligibleOperators(ctx, routing, { mode, currency, ability: 'collect' });
  const routes = ways.find((way) => way.operator.code === operator)?.routes ?? [];
  const tried = await listTried(tx, { merchant_id, payment_id });
  // The customer was asked for a code only if the previous account required one.
  const hadCode = routes.some((route) => route.account_id === account_id && route.code_first !== null);
  return routes.filter(
    (route) =>
      !tried.has(route.account_id) &&
      takes(route, charged) &&
      fitsDecimals(charged, route.decimals) &&
      (route.code_first === null || hadCode) &&
      (!route.needs_number || failed.phone !== ''),
  );
}

/** Lists the accounts of the attempts since the customer last pressed "Pay". */
async function listTried(
  tx: Connection,
  { merchant_id, payment_id }: Pick<Attempt, 'merchant_id' | 'payment_id'>,
): Promise<ReadonlySet<string | null>> {
  const transitions = await listPaymentTransitions(tx, merchant_id, payment_id);
  const opening = transitions.findLast(({ event }) => event === 'attempt_opened');
  const attempts = await listAttempts(tx, merchant_id, payment_id);
  const first = attempts.findIndex(({ id }) => id === opening?.attempt_id);
  return new Set(attempts.slice(Math.max(0, first)).map(({ account_id }) => account_id));
}
