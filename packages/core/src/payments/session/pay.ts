import { asCurrency } from '@guichet/kernel/currencies';
import { AppError } from '@guichet/kernel/errors';
import type { CustomerActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { inGroup } from '../../platform/groups/in-group.ts';
import { chargeOf, listOffers } from '../../routing/offers.ts';
import { percentOf } from '../../routing/percent-of.ts';
import { lockPayment, type Payment } from '../queries.ts';
import { collect } from './collect.ts';
import { confirmationOf } from './confirmation.ts';
import { hasExpired, requireNotPaused, requireSession } from './find.ts';
import { type Opened, openWith } from './open-with.ts';
import { getSession, type Session } from './queries.ts';
import { requireOtp } from './submit-otp.ts';

type Ctx = Pick<
  Context,
  'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'public_url' | 'tokens' | 'references'
>;

/**
 * Pays with the choice made on the page. The attempt and its reference are committed before the operator is called;
 * even if the call fails, the operator's outcome decides how the payment ends.
 *
 * @param otp one-time code as typed, if the operator requires it with the request
 * @param confirmation the digest of the details shown to the customer, by {@link confirmationOf}; null if no
 * details were shown
 * @throws AppError `forbidden`, `session_not_found`, `session_expired`, `payment_in_progress`, `conflict` (nothing
 * chosen, a different choice or total since, already paid, cancelled), and the errors of {@link openWith}
 */
export async function payCheckout(
  ctx: Ctx,
  actor: CustomerActor,
  { otp, confirmation = null }: { readonly otp: string | null; readonly confirmation?: string | null },
): Promise<void> {
  requireScope(actor, 'checkout:pay');
  const { token } = actor;
  const found = await requireSession(ctx, token);
  const code = otp === null ? null : requireOtp(otp);
  const opened = await inGroup(ctx.db, found.payment_id, async (tx) => {
    const payment = await lockPayment(tx, found.merchant_id, found.payment_id);
    const session = await getSession(tx, found.merchant_id, found.token);
    await requireNotPaused(tx, session, ctx.clock.now());
    requirePayable(payment, session, ctx.clock.now());
    return openChosen(ctx, tx, payment, session, { otp: code, confirmation });
  });
  await collect(ctx, opened);
}

/** The error message when a customer wants to pay or cancel a payment that has been reversed. */
export const was_reversed =
  'This payment was paid, and the operator has returned the money. Create a new payment.';

/** @throws AppError `payment_in_progress`, `session_expired`, `conflict` (already paid, reversed, cancelled) */
export function requirePayable(payment: Payment, session: Session, now: Date): void {
  if (payment.status === 'processing') throw new AppError('payment_in_progress');
  if (payment.status === 'success')
    throw new AppError('conflict', { message: 'This payment is already paid.' });
  if (payment.status === 'reversed') throw new AppError('conflict', { message: was_reversed });
  if (session.status === 'expired' || hasExpired(session, now)) throw new AppError('session_expired');
  if (session.status !== 'active') {
    throw new AppError('conflict', { message: 'This checkout session was cancelled.' });
  }
}

async function openChosen(
  ctx: Ctx,
  tx: Connection,
  payment: Payment,
  session: Session,
  { otp, confirmation }: { readonly otp: string | null; readonly confirmation: string | null },
): Promise<Opened> {
  const { chosen_operator, chosen_phone, chosen_fee_percent } = session;
  if (chosen_operator === null || chosen_phone === null || chosen_fee_percent === null) {
    throw new AppError('conflict', { message: 'No operator has been chosen yet.' });
  }
  const { merchant_id, mode, amount_minor } = payment;
  const money = { amount_minor, currency: asCurrency(payment.currency) };
  const offers = await listOffers({ ...ctx, db: tx }, { merchant_id, mode, money });
  const offer = offers.find(({ operator }) => operator.code === chosen_operator);
  if (!offer) throw new AppError('operator_unavailable');
  const fee_percent = percentOf(chosen_fee_percent);
  const { total } = chargeOf(money, fee_percent, offer.operator.decimals);
  if (confirmation !== null && confirmation !== confirmationOf(session, total)) {
    throw new AppError('conflict', { message: 'The choice has changed since this page was shown.' });
  }
  return openWith(ctx, tx, payment, session, { offer, phone: chosen_phone, fee_percent, otp });
}
