import { AppError } from '@guichet/kernel/errors';
import { askInTurn } from '../operator-calls/ask.ts';
import type { MerchantActor } from '../platform/actor/actor.ts';
import { requireScope } from '../platform/actor/require-scope.ts';
import type { Context } from '../platform/context.ts';
import { inquireAboutAttempt } from './attempt/inquire.ts';
import { findOpenAttempt } from './attempt/queries.ts';
import { presentPayment, showSession } from './present.ts';
import { findWholePayment } from './queries.ts';
import type { PaymentObject } from './schemas.ts';

const id_pattern = /^pay_[0-9A-HJKMNP-TV-Z]{26}$/;

/** Gets a payment. @throws AppError `forbidden`, `payment_not_found`, also for a payment of another merchant or mode */
export async function retrievePayment(
  ctx: Pick<Context, 'db' | 'clock' | 'tokens'>,
  actor: MerchantActor,
  id: string,
): Promise<PaymentObject> {
  requireScope(actor, 'payments:read');
  const { merchant_id, mode } = actor;
  const payment = id_pattern.test(id) ? await findWholePayment(ctx.db, { merchant_id, mode, id }) : undefined;
  if (!payment) throw new AppError('payment_not_found');
  const { session_token: token, session_status: status, session_expires_at: expires_at } = payment;
  const session = showSession(ctx, { token, status, expires_at });
  return presentPayment(payment, session, ctx.clock.now(), payment.refunded_minor);
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
