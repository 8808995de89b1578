import { AppError } from '@guichet/kernel/errors';
import { findPaymentById } from '../../payments/queries.ts';
import type { CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { presentRefund } from './present.ts';
import { listRefunds } from './queries.ts';
import type { RefundObject } from './schemas.ts';

/**
 * Lists the refunds of a payment, including those of its duplicates, oldest first.
 *
 * @throws AppError `forbidden`, `payment_not_found`
 */
export async function listPaymentRefunds(
  ctx: Pick<Context, 'db'>,
  actor: CommandActor,
  payment_id: string,
): Promise<{ items: RefundObject[] }> {
  requireScope(actor, 'installation:read');
  const payment = await findPaymentById(ctx.db, payment_id);
  if (!payment) throw new AppError('payment_not_found');
  const refunds = await listRefunds(ctx.db, payment.merchant_id, payment_id);
  return { items: refunds.map(presentRefund) };
}
