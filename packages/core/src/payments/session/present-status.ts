import { timestampText } from '@guichet/kernel/clock';
import type { CustomerAction } from '@guichet/kernel/outcome';
import { findOperator } from '@guichet/operators/catalogue';
import type { Context } from '../../platform/context.ts';
import { readActionOf } from '../../platform/secrets/keep-tokens.ts';
import type { Attempt } from '../attempt/queries.ts';
import { failureOf } from '../present.ts';
import { hasExpired } from './find.ts';
import type { Glance } from './queries.ts';
import type { CheckoutStatus } from './schemas.ts';

/** Presents the part of a session that changes while a customer pays, for a merchant's own front end. */
export function presentStatus(
  {
    session,
    payment,
    attempt,
  }: Omit<Glance, 'session'> & { readonly session: Omit<Glance['session'], 'token'> },
  now: Date,
): CheckoutStatus {
  const isOver = hasExpired(session, now);
  // Until the operator has responded, it is not known what the attempt is waiting for, so no action is shown.
  const waiting = attempt?.status === 'submitted' ? attempt : null;
  return {
    status: session.status === 'active' && isOver ? 'expired' : session.status,
    payment: {
      id: payment.id,
      status: payment.status,
      operator: payment.operator,
      failure: failureOf(payment),
      retryable: payment.status === 'failed' && session.status === 'active' && !isOver,
      action: waiting && actionOf(waiting),
      respond_by: waiting && respondBy(waiting),
    },
  };
}

/** Presents the status of a watched checkout, like {@link presentStatus}. */
export function presentGlance(
  { tokens }: Pick<Context, 'tokens'>,
  { session, payment, attempt }: Glance,
  now: Date,
): CheckoutStatus {
  const read = attempt && readActionOf(tokens, session, attempt);
  return presentStatus({ session, payment, attempt: read }, now);
}

/** Whether a status is final, so that the customer has nothing more to wait for. */
export function isFinal({ payment }: CheckoutStatus): boolean {
  if (payment.status === 'failed') return !payment.retryable;
  return payment.status !== 'pending' && payment.status !== 'processing';
}

function actionOf({ action, operator }: Pick<Attempt, 'action' | 'operator'>): CustomerAction | null {
  // We wrote this ourselves from a connector's result, so it needs no validation.
  const known = action as CustomerAction | null;
  // Only the hosted page lets a customer request another code.
  if (known?.kind === 'otp') return { kind: 'otp', ...(known.problem && { problem: known.problem }) };
  if (known?.kind !== 'prompt') return known;
  const dial = known.dial ?? findOperator(operator)?.dial;
  return { kind: 'prompt', ...(dial && { dial }) };
}

function respondBy({ operator, created_at }: Pick<Attempt, 'operator' | 'created_at'>): string | null {
  const time_s = findOperator(operator)?.customer_time_s ?? null;
  return time_s === null ? null : timestampText(new Date(created_at.getTime() + time_s * 1000));
}
