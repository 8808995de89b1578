import { timestampText } from '@guichet/kernel/clock';
import { AppError } from '@guichet/kernel/errors';
import { maskPhone } from '@guichet/kernel/phone';
import { listObjectEvents } from '../../events/queries.ts';
import { showDeliveries } from '../../events/webhooks/deliveries/show.ts';
import { presentEntry } from '../../ledger/present-entry.ts';
import { listPayoutEntries } from '../../ledger/queries.ts';
import { listOperatorCalls } from '../../operator-calls/list.ts';
import type { Context } from '../../platform/context.ts';
import { presentPayout } from './present.ts';
import { findPayoutById, listPayoutTransitions, type Payout } from './queries.ts';

/**
 * Everything we know of a payout, for the person who runs the service.
 *
 * @throws AppError `payout_not_found`
 */
export async function showPayout(ctx: Pick<Context, 'db'>, id: string) {
  const payout = await findPayoutById(ctx.db, id);
  if (!payout) throw new AppError('payout_not_found');
  const { merchant_id } = payout;
  const transitions = await listPayoutTransitions(ctx.db, payout);
  const entries = await listPayoutEntries(ctx.db, merchant_id, id);
  const events = await listObjectEvents(ctx.db, merchant_id, id);
  return {
    payout: presentPayout(payout),
    sending: presentSending(payout),
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
function presentSending(payout: Payout) {
  return {
    connector: payout.connector,
    account_id: payout.account_id,
    phone: maskPhone(payout.recipient_phone),
    reference: payout.reference,
    provider_reference: payout.provider_reference,
    unknown_cause: payout.unknown_cause,
    mismatch: payout.mismatch,
    look_ups: payout.look_ups,
    needs_person: payout.needs_person,
    sent_at: payout.sent_at === null ? null : timestampText(payout.sent_at),
  };
}
