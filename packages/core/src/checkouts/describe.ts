import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { AppError } from '@guichet/kernel/errors';
import { majorNumber } from '@guichet/kernel/money';
import { percentText } from '@guichet/kernel/percent';
import type { Static } from 'typebox';
import type { Context } from '../context.ts';
import { requireMerchant } from '../merchants/find.ts';
import { getPayment } from '../payments/queries.ts';
import { listOffers, type Offer } from '../routing/offers.ts';
import { hasExpired, requireSession } from './find.ts';
import type { CheckoutObject } from './schemas.ts';

/**
 * The session for a custom integration (interface section "GET /v1/checkout/{token}"). Public: the token is the
 * capability.
 *
 * @throws AppError `session_not_found`; `session_expired` once 30 minutes have passed, whatever became of it
 */
export async function describeCheckout(
  ctx: Pick<Context, 'db' | 'clock' | 'connectors'>,
  token: string,
): Promise<Static<typeof CheckoutObject>> {
  const session = await requireSession(ctx, token);
  if (hasExpired(session, ctx.clock.now())) throw new AppError('session_expired');
  const { merchant_id, mode } = session;
  const merchant = await requireMerchant(ctx, merchant_id);
  const payment = await getPayment(ctx.db, merchant_id, session.payment_id);
  const money = { amount_minor: payment.amount_minor, currency: asCurrency(payment.currency) };
  const offers = await listOffers(ctx, { merchant_id, mode, money });
  return {
    session_token: token,
    object: 'checkout_session',
    status: session.status,
    amount: majorNumber(money),
    currency: payment.currency,
    description: payment.description,
    template: session.template ?? merchant.template,
    expires_at: timestampText(session.expires_at),
    livemode: mode === 'live',
    customer_phone: payment.customer_phone,
    customer_email: payment.customer_email,
    merchant: { name: merchant.name, branding: { primary_color: merchant.primary_color } },
    operators: offers.map(presentOffer),
    payment: { id: payment.id, status: payment.status },
  };
}

function presentOffer({ operator, fee_percent, fee, total }: Offer) {
  return {
    code: operator.code,
    name: operator.name,
    country: operator.country,
    flow: operator.flow,
    fee_percent: Number(percentText(fee_percent)),
    fee: majorNumber(fee),
    total: majorNumber(total),
    min_amount: operator.min_amount,
    max_amount: operator.max_amount,
  };
}
