import { asCurrency } from '@guichet/kernel/currencies';
import { AppError } from '@guichet/kernel/errors';
import type { Money } from '@guichet/kernel/money';
import type { Attempt } from '../attempts/queries.ts';
import type { Context } from '../context.ts';
import type { Merchant } from '../merchants/queries.ts';
import type { Payment } from '../payments/queries.ts';
import { makeOffers, type Offer } from '../routing/offers.ts';
import { isToken } from './find.ts';
import type { Session } from './queries.ts';
import { findSight } from './sight/queries.ts';

/** All that the hosted page shows, as it is now. */
export interface CheckoutSight {
  readonly session: Session;
  readonly payment: Payment;
  readonly merchant: Merchant;
  readonly amount: Money;
  readonly offers: readonly Offer[];
  /** The newest attempt, open or ended. */
  readonly attempt: Attempt | null;
}

/** @throws AppError `session_not_found` */
export async function lookAtCheckout(
  ctx: Pick<Context, 'pool' | 'connectors' | 'clock'>,
  token: string,
): Promise<CheckoutSight> {
  const found = isToken(token) ? await findSight(ctx.pool, token) : undefined;
  if (!found) throw new AppError('session_not_found');
  const { routing, ...rows } = found;
  const { session, payment } = rows;
  const amount = { amount_minor: payment.amount_minor, currency: asCurrency(payment.currency) };
  return { ...rows, amount, offers: makeOffers(ctx, routing, { mode: session.mode, money: amount }) };
}
