import { AppError } from '@guichet/kernel/errors';
import { makeCheck } from '@guichet/kernel/validation';
import type { CustomerActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import {
  findEarlierAnswer,
  type IdempotencyKey,
  type IdempotentResult,
  runIdempotently,
} from '../../platform/idempotency/run-idempotently.ts';
import { requireOpen } from '../../platform/recovery/require-open.ts';
import { keepTokens, showTokens } from '../../platform/secrets/keep-tokens.ts';
import { lockPayment, type Payment } from '../queries.ts';
import { transitionPayment } from '../transition.ts';
import { presentCheckout } from './describe.ts';
import { requireSession } from './find.ts';
import { was_reversed } from './pay.ts';
import { getSession, type Session } from './queries.ts';
import { CancelInput, type CheckoutObject } from './schemas.ts';
import { transitionSession } from './transition.ts';

const check = makeCheck(CancelInput);

/**
 * Cancels a checkout for the customer: payment and session become `cancelled`. Cancelling again has no
 * effect.
 *
 * @throws AppError `forbidden`, `session_not_found`, `payment_in_progress` while an attempt may still take money,
 * `session_expired`, `conflict` when it is already paid, `recovering`
 */
export async function cancelCheckout(
  ctx: Pick<Context, 'db' | 'clock' | 'log' | 'tokens'>,
  actor: CustomerActor,
): Promise<void> {
  requireScope(actor, 'checkout:pay');
  const { token } = actor;
  const found = await requireSession(ctx, token);
  await ctx.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, found.merchant_id, found.payment_id);
    await cancelLocked(ctx, tx, payment, await getSession(tx, found.merchant_id, found.token));
  });
}

/**
 * Cancels a checkout, like {@link cancelCheckout}, for a merchant's own front end.
 *
 * @param body empty, or omitted
 * @returns the session afterwards
 * @throws AppError also `invalid_fields`, `idempotency_key_reused`
 */
export async function cancelDirectly(
  ctx: Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'tokens'>,
  actor: CustomerActor,
  body: unknown,
  once: IdempotencyKey | null,
): Promise<IdempotentResult<CheckoutObject>> {
  requireScope(actor, 'checkout:pay');
  const { token } = actor;
  const found = await requireSession(ctx, token);
  check(body ?? {});
  const done = await ctx.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, found.merchant_id, found.payment_id);
    const { merchant_id, mode, id } = payment;
    const session = await getSession(tx, merchant_id, found.token);
    const who = { merchant_id, mode, scope: id, object_id: id };
    const at = ctx.clock.now();
    // A cancelled session has nothing left to do, and anybody with the token could store any number of keys.
    const isDone = session.status === 'cancelled';
    const earlier = isDone && once && (await findEarlierAnswer(tx, who, once, at));
    if (earlier) return { value: JSON.parse(earlier), replayed: true };
    return runIdempotently(tx, who, isDone ? null : once, at, async () => {
      await cancelLocked(ctx, tx, payment, session);
      return keepTokens(await presentCheckout({ ...ctx, db: tx }, found));
    });
  });
  return { ...done, value: showTokens(ctx.tokens, done.value) };
}

async function cancelLocked(
  ctx: Pick<Context, 'clock' | 'log'>,
  tx: Connection,
  payment: Payment,
  session: Session,
): Promise<void> {
  const at = ctx.clock.now();
  if (session.status === 'cancelled') return;
  if (payment.status === 'processing') throw new AppError('payment_in_progress');
  if (payment.status === 'success')
    throw new AppError('conflict', { message: 'This payment is already paid.' });
  if (payment.status === 'reversed') throw new AppError('conflict', { message: was_reversed });
  // A restored database may lack an attempt that was paid. It is found when the customer pays again.
  await requireOpen(tx);
  if (session.status !== 'active' || session.expires_at <= at) throw new AppError('session_expired');
  await transitionSession(tx, session, 'customer_cancelled', at);
  await transitionPayment(ctx, tx, payment, { event: 'customer_cancelled', at, attempt_id: null });
}
