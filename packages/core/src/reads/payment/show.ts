import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { AppError } from '@guichet/kernel/errors';
import { majorNumber } from '@guichet/kernel/money';
import { maskPhone } from '@guichet/kernel/phone';
import { listObjectEvents } from '../../events/queries.ts';
import { readEvent } from '../../events/read.ts';
import { showDeliveries } from '../../events/webhooks/deliveries/show.ts';
import { presentEntry } from '../../ledger/present-entry.ts';
import { listPaymentEntries } from '../../ledger/queries.ts';
import { listOperatorCalls } from '../../operator-calls/list.ts';
import { type Attempt, listAttempts } from '../../payments/attempt/queries.ts';
import { takenBy } from '../../payments/attempt/taken.ts';
import { presentPayment, showSession } from '../../payments/present.ts';
import { findPaymentById, sumRefunded } from '../../payments/queries.ts';
import { getSession } from '../../payments/session/queries.ts';
import type { CommandActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { presentRefund } from '../../transfers/refunds/present.ts';
import { listRefunds } from '../../transfers/refunds/queries.ts';

/**
 * Gets everything that is known about a payment, for the operator of the service.
 *
 * @throws AppError `forbidden`, `payment_not_found`
 */
export async function showPayment(
  ctx: Pick<Context, 'db' | 'clock' | 'tokens'>,
  actor: CommandActor,
  id: string,
) {
  requireScope(actor, 'installation:read');
  const payment = await findPaymentById(ctx.db, id);
  if (!payment) throw new AppError('payment_not_found');
  const { merchant_id } = payment;
  const session = await getSession(ctx.db, merchant_id, payment.session_token);
  const attempts = await listAttempts(ctx.db, merchant_id, id);
  const entries = await listPaymentEntries(ctx.db, merchant_id, id);
  const events = await listObjectEvents(ctx.db, merchant_id, id);
  return {
    payment: presentPayment(
      payment,
      showSession(ctx, session),
      ctx.clock.now(),
      await sumRefunded(ctx.db, payment),
    ),
    attempts: await Promise.all(
      attempts.map(async (attempt) => ({
        ...presentAttempt(attempt),
        operator_calls: await listOperatorCalls(ctx, merchant_id, attempt.id),
      })),
    ),
    refunds: (await listRefunds(ctx.db, merchant_id, id)).map(presentRefund),
    ledger_entries: entries.map(presentEntry),
    events: events.map((event) => readEvent(ctx, event)),
    deliveries: await showDeliveries(ctx, merchant_id, id),
  };
}

/** Returns the money received, if it was not as requested or arrived too late. */
function receivedOf(attempt: Attempt) {
  if (attempt.received_minor === null) return null;
  const { amount_minor, currency: code } = takenBy(attempt);
  const currency = asCurrency(code);
  return { amount: majorNumber({ amount_minor, currency }), currency };
}

function presentAttempt(attempt: Attempt) {
  const currency = asCurrency(attempt.currency);
  return {
    id: attempt.id,
    number: attempt.number,
    status: attempt.status,
    operator: attempt.operator,
    connector: attempt.connector,
    account_id: attempt.account_id,
    phone: maskPhone(attempt.phone),
    charged_amount: majorNumber({ amount_minor: attempt.charged_minor, currency }),
    currency,
    reference: attempt.reference,
    provider_reference: attempt.provider_reference,
    receipt: attempt.receipt,
    failure_reason: attempt.failure_reason,
    operator_code: attempt.operator_code,
    unknown_cause: attempt.unknown_cause,
    mismatch: attempt.mismatch,
    duplicate: attempt.duplicate,
    received: receivedOf(attempt),
    inquiries: attempt.inquiries,
    needs_review: attempt.needs_review,
    created_at: timestampText(attempt.created_at),
    settled_at: attempt.settled_at === null ? null : timestampText(attempt.settled_at),
  };
}
