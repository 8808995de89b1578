import { asCurrency } from '@guichet/kernel/currencies';
import { AppError, invalidFields } from '@guichet/kernel/errors';
import type { Percent } from '@guichet/kernel/percent';
import type { Lease } from '@guichet/operators/http/lease';
import { startLease } from '../../operator-calls/lease.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { requireOpen } from '../../platform/recovery/require-open.ts';
import { chargeOf, dialFor, type Offer } from '../../routing/offers.ts';
import { pickRoute } from '../../routing/pick-route.ts';
import { findWait } from '../attempt/find-wait.ts';
import { openAttempt } from '../attempt/open.ts';
import { countAttempts, type NewAttempt } from '../attempt/queries.ts';
import { requirePlace } from '../link/place.ts';
import type { Payment } from '../queries.ts';
import type { Session } from './queries.ts';

type Ctx = Pick<Context, 'clock' | 'log' | 'accounts' | 'references'>;

/**
 * The maximum number of attempts at a payment: far more than a customer needs. The work for each attempt
 * grows with the number of earlier ones, because any of them may still receive money.
 */
const attempts_max = 30;

/** A newly committed attempt, and the details for its operator. */
export interface Opened {
  readonly attempt: NewAttempt;
  readonly description: string;
  readonly session: Session;
  readonly otp: string | null;
  /** Whether no failed call was recorded for the route when the attempt was opened. */
  readonly was_clean: boolean;
  /** The lease for the next call. */
  readonly lease: Lease;
}

/** The details that the customer confirmed. */
export interface Agreed {
  readonly offer: Offer;
  /** E.164; empty if the customer entered none. */
  readonly phone: string;
  /** As shown to the customer. */
  readonly fee_percent: Percent;
  readonly otp: string | null;
}

/**
 * Opens an attempt at a payable payment through the first of the offer's routes that may be used now. Runs in the
 * transaction that has locked the payment.
 *
 * @throws AppError `invalid_fields` when the operator requires a one-time code and there is none;
 * `operator_unavailable` when no route's provider responds; `payment_too_soon` when the provider would refuse
 * the same amount from the same number; `too_many_attempts`; `payment_link_unavailable`; `recovering`; `conflict` when the payment's status allows
 * no attempt after all
 */
export async function openWith(
  ctx: Ctx,
  tx: Connection,
  payment: Payment,
  session: Session,
  { offer, phone, fee_percent, otp }: Agreed,
): Promise<Opened> {
  await requireOpen(tx);
  await requirePlace(tx, payment, ctx.clock.now());
  await requireFewAttempts(tx, payment);
  if (offer.code_first && otp === null) {
    const dial = dialFor(offer.code_first.dial, offer.total);
    throw invalidFields({ otp: [`must be the one-time code that the customer gets by dialling ${dial}`] });
  }
  const operator = offer.operator.code;
  const routes = offer.routes.filter(
    (route) => (route.code_first === null || otp !== null) && (!route.needs_number || phone !== ''),
  );
  const route = await pickRoute(ctx, tx, { merchant_id: payment.merchant_id, operator }, routes);
  if (!route)
    throw new AppError('operator_unavailable', {
      message: 'This operator is unavailable at the moment. Choose another one.',
    });
  const { decimals } = offer.operator;
  const { connector, account_id } = route;
  const lease = startLease(ctx);
  const { merchant_id, mode, amount_minor } = payment;
  const currency = asCurrency(payment.currency);
  const { total } = chargeOf({ amount_minor, currency }, fee_percent, decimals);
  const same = { merchant_id, mode, operator, phone, currency, charged_minor: total.amount_minor };
  const retry_after_s = await findWait(ctx, tx, route, same);
  if (retry_after_s > 0) throw new AppError('payment_too_soon', { retry_after_s });
  const choice = { operator, connector, account_id, phone, fee_percent, decimals };
  const attempt = await openAttempt(ctx, tx, payment, choice);
  if (!attempt) throw new AppError('conflict');
  return { attempt, description: payment.description ?? '', session, otp, was_clean: route.is_clean, lease };
}

async function requireFewAttempts(tx: Connection, { merchant_id, id, sequence }: Payment): Promise<void> {
  // Each attempt raises `sequence`, so most payments need no query.
  if (sequence < attempts_max) return;
  if ((await countAttempts(tx, merchant_id, id)) >= attempts_max) throw new AppError('too_many_attempts');
}
