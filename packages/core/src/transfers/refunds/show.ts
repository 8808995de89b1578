import { timestampText } from '@guichet/kernel/clock';
import { asCurrency } from '@guichet/kernel/currencies';
import { AppError } from '@guichet/kernel/errors';
import { majorNumber } from '@guichet/kernel/money';
import { maskPhone } from '@guichet/kernel/phone';
import { listObjectEvents } from '../../events/queries.ts';
import { showDeliveries } from '../../events/webhooks/deliveries/show.ts';
import { presentEntry } from '../../ledger/present-entry.ts';
import { listRefundEntries } from '../../ledger/queries.ts';
import { listOperatorCalls } from '../../operator-calls/list.ts';
import type { Context } from '../../platform/context.ts';
import { presentRefund } from './present.ts';
import { findRefundById, listRefundTransitions, type Refund } from './queries.ts';

/**
 * Everything we know of a refund, for the person who runs the service.
 *
 * @throws AppError `refund_not_found`
 */
export async function showRefund(ctx: Pick<Context, 'db'>, id: string) {
  const refund = await findRefundById(ctx.db, id);
  if (!refund) throw new AppError('refund_not_found');
  const { merchant_id } = refund;
  const transitions = await listRefundTransitions(ctx.db, refund);
  const entries = await listRefundEntries(ctx.db, merchant_id, id);
  const events = await listObjectEvents(ctx.db, merchant_id, id);
  return {
    refund: presentRefund(refund),
    sending: presentSending(refund),
    transitions: transitions.map(({ sequence, from_status, event, to_status, via, raw, created_at }) => ({
      sequence,
      from_status,
      event,
      to_status,
      via,
      raw,
      created_at: timestampText(created_at),
    })),
    operator_calls: await listOperatorCalls(ctx, merchant_id, id),
    ledger_entries: entries.map(presentEntry),
    events: events.map((event) => JSON.parse(event.body) as unknown),
    deliveries: await showDeliveries(ctx, merchant_id, id),
  };
}

/** What merchants do not see: how it stands between the operator and us. */
function presentSending(refund: Refund) {
  const currency = asCurrency(refund.currency);
  return {
    attempt_id: refund.attempt_id,
    method: refund.method,
    operator: refund.operator,
    connector: refund.connector,
    account_id: refund.account_id,
    phone: maskPhone(refund.phone),
    /** Major unit: how much of it was the service's fee. */
    fee: majorNumber({ amount_minor: refund.fee_minor, currency }),
    reference: refund.reference,
    provider_reference: refund.provider_reference,
    unknown_cause: refund.unknown_cause,
    mismatch: refund.mismatch,
    look_ups: refund.look_ups,
    needs_person: refund.needs_person,
    sent_at: refund.sent_at === null ? null : timestampText(refund.sent_at),
  };
}
