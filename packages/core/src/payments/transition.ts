import type { Updateable } from 'kysely';
import { emitEvent } from '../events/emit.ts';
import { type Posting, post } from '../ledger/post.ts';
import type { Context } from '../platform/context.ts';
import type { Connection } from '../platform/database/connect.ts';
import type { PaymentTable } from '../platform/database/tables/payments.ts';
import { keptToken } from '../platform/secrets/checkout-tokens.ts';
import { presentPayment } from './present.ts';
import { changePaymentStatus, type Payment, sumRefunded } from './queries.ts';
import { getSession, type Session } from './session/queries.ts';
import { findPaymentRule, type PaymentEvent } from './states.ts';

/** An event of a payment, with its consequences. */
export interface PaymentChange {
  readonly event: PaymentEvent;
  readonly at: Date;
  readonly attempt_id: string | null;
  /** Columns that change with the status. */
  readonly facts?: Updateable<PaymentTable>;
  /** The payment's session, if the caller has read it under the payment's lock. */
  readonly session?: Session;
  /** The ledger entries of the money that moves with the change. */
  readonly posting?: Posting;
}

/**
 * Changes a payment's status; no other code does. Makes a conditional update and inserts the history row, ledger
 * entries, event row and deliveries, all in the caller's transaction, which has locked the payment's row.
 *
 * @returns the updated payment, or undefined when the event is refused in the payment's status
 */
export async function transitionPayment(
  ctx: Pick<Context, 'log'>,
  tx: Connection,
  payment: Payment,
  change: PaymentChange,
): Promise<Payment | undefined> {
  const rule = findPaymentRule(payment.status, change.event);
  if (!rule) return undefined;
  const { merchant_id, id: payment_id, mode } = payment;
  const { event, attempt_id, at: created_at, facts = {} } = change;
  const transition = { from_status: rule.from, event, to_status: rule.to, attempt_id, created_at };
  const changed = await changePaymentStatus(tx, payment, transition, facts);
  if (!changed) return undefined;
  if (change.posting) await post(tx, change.posting);
  if (rule.emits) {
    // A payment that was paid before may have refunds.
    const wasPaid = rule.from === 'success' || rule.from === 'reversed';
    const refunded_minor = wasPaid ? await sumRefunded(tx, changed) : 0n;
    const session = change.session ?? (await getSession(tx, merchant_id, changed.session_token));
    await emitEvent(tx, {
      merchant_id,
      mode,
      type: rule.emits,
      object_id: payment_id,
      data: presentPayment(
        changed,
        { ...session, session_token: keptToken(session.token) },
        change.at,
        refunded_minor,
      ),
      at: change.at,
    });
  }
  ctx.log.info({ payment_id, from: rule.from, event: change.event, to: rule.to }, 'payment changed');
  return changed;
}
