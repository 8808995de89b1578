import { AppError } from '@guichet/kernel/errors';
import { askInTurn } from '../operator-calls/ask.ts';
import type { MerchantActor } from '../platform/actor/actor.ts';
import { requireScope } from '../platform/actor/require-scope.ts';
import type { Context } from '../platform/context.ts';
import { inquireAboutAttempt } from './attempt/inquire.ts';
import { findOpenAttempt } from './attempt/queries.ts';
import { presentPayment, showSession } from './present.ts';
import { findPayment, sumRefunded } from './queries.ts';
import type { PaymentObject } from './schemas.ts';
import { getSession } from './session/queries.ts';

const id_pattern = /^pay_[0-9A-HJKMNP-TV-Z]{26}$/;

/** Gets a payment. @throws AppError `forbidden`, `payment_not_found`, also for a payment of another merchant or mode */
export async function retrievePayment(
  ctx: Pick<Context, 'db' | 'clock' | 'tokens'>,
  actor: MerchantActor,
  id: string,
): Promise<PaymentObject> {
  requireScope(actor, 'payments:read');
  const { merchant_id, mode } = actor;
  const payment = id_pattern.test(id) ? await findPayment(ctx.db, { merchant_id, mode, id }) : undefined;
  if (!payment) throw new AppError('payment_not_found');
  const session = await getSession(ctx.db, merchant_id, payment.session_token);
  // Only what was paid can have been refunded.
  const wasPaid = payment.status === 'success' || payment.status === 'reversed';
  const refunded_minor = wasPaid ? await sumRefunded(ctx.db, payment) : 0n;
  return presentPayment(payment, showSession(ctx, session), ctx.clock.now(), refunded_minor);
}

/**
 * Gets a payment, like {@link retrievePayment}, after a status inquiry if it is processing (5 s at most). One
 * inquiry is made at a time: concurrent requests wait for its result.
 *
 * @throws AppError `forbidden`, `payment_not_found`
 */
export async function verifyPayment(
  ctx: Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'tokens'>,
  actor: MerchantActor,
  id: string,
): Promise<PaymentObject> {
  requireScope(actor, 'payments:read');
  const { merchant_id } = actor;
  const payment = await retrievePayment(ctx, actor, id);
  if (payment.status !== 'processing') return payment;
  await askInTurn(
    ctx,
    () => findOpenAttempt(ctx.db, merchant_id, id),
    (attempt) => inquireAboutAttempt(ctx, { merchant_id, attempt_id: attempt.id }),
  );
  return retrievePayment(ctx, actor, id);
}
