import { AppError } from '@guichet/kernel/errors';
import type { Context } from '../context.ts';
import { lockPayment } from '../payments/queries.ts';
import { transitionPayment } from '../payments/transition.ts';
import { requireSession } from './find.ts';
import { getSession } from './queries.ts';
import { transitionSession } from './transition.ts';

/**
 * The customer gives up: payment and session become `cancelled`. Cancelling twice is fine.
 *
 * @throws AppError `session_not_found`, `payment_in_progress` while an attempt may still take money, `session_expired`,
 *   `conflict` when it is paid
 */
export async function cancelCheckout(
  ctx: Pick<Context, 'db' | 'clock' | 'log'>,
  token: string,
): Promise<void> {
  const found = await requireSession(ctx, token);
  await ctx.db.transaction().execute(async (tx) => {
    const at = ctx.clock.now();
    const payment = await lockPayment(tx, found.merchant_id, found.payment_id);
    const session = await getSession(tx, found.merchant_id, token);
    if (session.status === 'cancelled') return;
    if (payment.status === 'processing') throw new AppError('payment_in_progress');
    if (payment.status === 'success')
      throw new AppError('conflict', { message: 'This payment is already paid.' });
    if (session.status !== 'active' || session.expires_at <= at) throw new AppError('session_expired');
    await transitionSession(tx, session, 'customer_cancelled', at);
    await transitionPayment(ctx, tx, payment, { event: 'customer_cancelled', at, attempt_id: null });
  });
}
