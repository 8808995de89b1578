import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { AppError } from '@guichet/kernel/errors';
import { majorNumber } from '@guichet/kernel/money';
import { percentText } from '@guichet/kernel/percent';
import { requireMerchant } from '../../accounts/merchants/find.ts';
import { type CustomerActor, customerWith } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { readActionOf } from '../../platform/secrets/keep-tokens.ts';
import { dialFor, isAvailable, listOffers, type Offer } from '../../routing/offers.ts';
import { findOpenAttempt } from '../attempt/queries.ts';
import { getPayment } from '../queries.ts';
import { hasExpired, requireNotPaused } from './find.ts';
import { type CheckoutSnapshot, getCheckoutSnapshot } from './get-snapshot.ts';
import { presentStatus } from './present-status.ts';
import { getSession, type Session } from './queries.ts';
import type { CheckoutObject } from './schemas.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'connectors' | 'tokens'>;

/**
 * Gets the session for a custom integration (interface section "GET /v1/checkout/{token}"). Public: the token
 * grants access.
 *
 * @throws AppError `forbidden`, `session_not_found`; `session_expired` once 30 minutes have passed, whatever the
 * outcome; `recovering` if they have passed during a recovery
 */
export async function describeCheckout(
  ctx: Ctx & Pick<Context, 'pool'>,
  actor: CustomerActor,
): Promise<CheckoutObject> {
  requireScope(actor, 'checkout:read');
  const snapshot = await getCheckoutSnapshot(ctx, actor);
  const now = ctx.clock.now();
  await requireNotPaused(ctx.db, snapshot.session, now);
  if (hasExpired(snapshot.session, now)) throw new AppError('session_expired');
  return present(ctx, snapshot);
}

/**
 * Gets the session even after it has expired, for a customer who has just paid.
 *
 * @throws AppError `session_not_found`
 */
export async function describeAgain(
  ctx: Ctx & Pick<Context, 'pool'>,
  { token: handle }: Pick<Session, 'token'>,
): Promise<CheckoutObject> {
  return present(ctx, await getCheckoutSnapshot(ctx, customerWith(ctx.tokens.tokenOf(handle))));
}

/**
 * Reads the session for a caller that has changed it in a transaction: piece by piece on the caller's
 * connection, which may be that transaction's.
 */
export async function presentCheckout(
  ctx: Ctx,
  { merchant_id, token }: Pick<Session, 'merchant_id' | 'token'>,
): Promise<CheckoutObject> {
  const session = await getSession(ctx.db, merchant_id, token);
  const merchant = await requireMerchant(ctx, merchant_id);
  const payment = await getPayment(ctx.db, merchant_id, session.payment_id);
  const amount = { amount_minor: payment.amount_minor, currency: asCurrency(payment.currency) };
  const offers = await listOffers(ctx, { merchant_id, mode: session.mode, money: amount });
  const open = await findOpenAttempt(ctx.db, merchant_id, payment.id);
  const attempt = open ? readActionOf(ctx.tokens, session, open) : null;
  return present(ctx, { session, merchant, payment, amount, offers, attempt });
}

function present(
  { clock, tokens }: Pick<Context, 'clock' | 'tokens'>,
  { session, merchant, payment, amount, offers, attempt }: Omit<CheckoutSnapshot, 'logo'>,
): CheckoutObject {
  const open = payment.status === 'processing' ? attempt : null;
  const status = presentStatus({ session, payment, attempt: open }, clock.now());
  return {
    session_token: tokens.tokenOf(session.token),
    object: 'checkout_session',
    status: status.status,
    amount: majorNumber(amount),
    currency: payment.currency,
    description: payment.description,
    template: session.template ?? merchant.template,
    expires_at: timestampText(session.expires_at),
    livemode: session.mode === 'live',
    customer_phone: payment.customer_phone,
    customer_email: payment.customer_email,
    merchant: { name: merchant.name, branding: { primary_color: merchant.primary_color } },
    operators: offers.map(presentOffer),
    payment: status.payment,
  };
}

function presentOffer({ operator, fee_percent, fee, total, routes, code_first }: Offer) {
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
    code_first: code_first && { dial: dialFor(code_first.dial, total) },
    available: isAvailable(routes),
  };
}
