import { asCurrency } from '@guichet/kernel/currencies';
import type { Money } from '@guichet/kernel/money';
import { type Attempt, listAttempts } from '../attempts/queries.ts';
import type { Context } from '../context.ts';
import { requireMerchant } from '../merchants/find.ts';
import type { Merchant } from '../merchants/queries.ts';
import { getPayment, type Payment } from '../payments/queries.ts';
import { listOffers, type Offer } from '../routing/offers.ts';
import { requireSession } from './find.ts';
import type { Session } from './queries.ts';

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
  ctx: Pick<Context, 'db' | 'connectors'>,
  token: string,
): Promise<CheckoutSight> {
  const session = await requireSession(ctx, token);
  const { merchant_id, mode, payment_id } = session;
  const [merchant, payment, attempts] = await Promise.all([
    requireMerchant(ctx, merchant_id),
    getPayment(ctx.db, merchant_id, payment_id),
    listAttempts(ctx.db, merchant_id, payment_id),
  ]);
  const amount = { amount_minor: payment.amount_minor, currency: asCurrency(payment.currency) };
  const offers = await listOffers(ctx, { merchant_id, mode, money: amount });
  return { session, payment, merchant, amount, offers, attempt: attempts.at(-1) ?? null };
}
