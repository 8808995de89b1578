import { asCurrency } from '@guichet/kernel/currencies';
import { AppError } from '@guichet/kernel/errors';
import type { Percent } from '@guichet/kernel/percent';
import { applyOutcome } from '../attempts/apply-outcome.ts';
import { callConnector, requireConnector } from '../attempts/call-connector.ts';
import { openAttempt } from '../attempts/open.ts';
import type { Attempt } from '../attempts/queries.ts';
import type { Context } from '../context.ts';
import type { Connection } from '../database/connect.ts';
import { lockPayment, type Payment } from '../payments/queries.ts';
import { listOffers } from '../routing/offers.ts';
import { percentOf } from '../routing/percent-of.ts';
import { confirmationOf } from './confirmation.ts';
import { hasExpired, requireSession } from './find.ts';
import { getSession, type Session } from './queries.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'public_url'>;

/** The customer waits for this call; what is not answered by then is looked up. */
const deadline_ms = 10_000;

/** An attempt that was committed a moment ago, and what its operator is told beside it. */
export interface Opened {
  readonly attempt: Omit<Attempt, 'action' | 'mismatch'>;
  readonly description: string;
  readonly session: Session;
}

/**
 * Pays with what was chosen on the page. The attempt and its reference are committed before the operator is called;
 * whatever happens to the call, the payment ends as the operator says.
 *
 * @param otp one-time code where the operator wants it with the request
 * @param confirmation of what the customer was shown, by {@link confirmationOf}; null where nobody was shown anything
 * @throws AppError `session_not_found`, `session_expired`, `payment_in_progress`, `conflict` (nothing chosen, something
 *   else chosen since it was shown, already paid, cancelled), `operator_unavailable` (switched off since it was chosen)
 */
export async function payCheckout(
  ctx: Ctx,
  token: string,
  otp: string | null,
  confirmation: string | null = null,
): Promise<void> {
  const found = await requireSession(ctx, token);
  const opened = await ctx.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, found.merchant_id, found.payment_id);
    const session = await getSession(tx, found.merchant_id, token);
    requirePayable(payment, session, ctx.clock.now());
    if (confirmation !== null && confirmation !== confirmationOf(session)) {
      throw new AppError('conflict', { message: 'Something else was chosen since this was shown.' });
    }
    return openChosen(ctx, tx, payment, session);
  });
  await collect(ctx, opened, otp);
}

/** @throws AppError `payment_in_progress`, `session_expired`, `conflict` (already paid, cancelled) */
export function requirePayable(payment: Payment, session: Session, now: Date): void {
  if (payment.status === 'processing') throw new AppError('payment_in_progress');
  if (payment.status === 'success')
    throw new AppError('conflict', { message: 'This payment is already paid.' });
  if (session.status === 'expired' || hasExpired(session, now)) throw new AppError('session_expired');
  if (session.status !== 'active') {
    throw new AppError('conflict', { message: 'This checkout session was cancelled.' });
  }
}

async function openChosen(ctx: Ctx, tx: Connection, payment: Payment, session: Session): Promise<Opened> {
  const { chosen_operator, chosen_phone, chosen_fee_percent } = session;
  if (chosen_operator === null || chosen_phone === null || chosen_fee_percent === null) {
    throw new AppError('conflict', { message: 'No operator was chosen yet.' });
  }
  const { merchant_id, mode, amount_minor } = payment;
  const money = { amount_minor, currency: asCurrency(payment.currency) };
  const offers = await listOffers({ ...ctx, db: tx }, { merchant_id, mode, money });
  const offer = offers.find(({ operator }) => operator.code === chosen_operator);
  if (!offer) throw new AppError('operator_unavailable');
  return openWith(ctx, tx, payment, session, {
    operator: chosen_operator,
    connector: offer.connector_id,
    phone: chosen_phone,
    fee_percent: percentOf(chosen_fee_percent),
  });
}

/**
 * Opens an attempt of a payment that is payable, in the transaction that holds it.
 *
 * @throws AppError `conflict` when the payment's status allows none after all
 */
export async function openWith(
  ctx: Pick<Context, 'clock' | 'log'>,
  tx: Connection,
  payment: Payment,
  session: Session,
  choice: { operator: string; connector: string; phone: string; fee_percent: Percent },
): Promise<Opened> {
  const attempt = await openAttempt(ctx, tx, payment, choice);
  if (!attempt) throw new AppError('conflict');
  return { attempt, description: payment.description ?? '', session };
}

/** Asks the operator for the money of a committed attempt, and takes in what it answers. */
export async function collect(
  ctx: Ctx,
  { attempt, description, session }: Opened,
  otp: string | null,
): Promise<void> {
  const connector = requireConnector(ctx, attempt.connector);
  const answer = await callConnector(ctx, attempt.id, deadline_ms, (signal) =>
    connector.collect(
      {
        reference: attempt.reference,
        operator: attempt.operator,
        phone: attempt.phone,
        money: { amount_minor: attempt.charged_minor, currency: asCurrency(attempt.currency) },
        description,
        otp,
        page_url: `${ctx.public_url}/pay/${session.token}`,
        session_expires_at: session.expires_at,
      },
      signal,
    ),
  );
  const { merchant_id, payment_id, id: attempt_id } = attempt;
  await applyOutcome(ctx, { merchant_id, payment_id, attempt_id }, answer, 'answer');
}
