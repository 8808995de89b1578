import { timestampText } from '@guichet/kernel/clock';
import { AppError } from '@guichet/kernel/errors';
import { maskPhone } from '@guichet/kernel/phone';
import { listObjectEvents } from '../events/queries.ts';
import { showDeliveries } from '../events/webhooks/deliveries/show.ts';
import { presentEntry } from '../ledger/present-entry.ts';
import { listTransferEntries } from '../ledger/queries.ts';
import { listOperatorCalls } from '../operator-calls/list.ts';
import type { Context } from '../platform/context.ts';
import { findTransferById, listTransitions } from './queries.ts';
import type { Transfer, TransferKind } from './transfer.ts';

/**
 * Shows everything that is stored about a transfer, for the person who runs the service.
 *
 * @throws AppError `payout_not_found`, `refund_not_found`
 */
export async function showTransfer<Row extends Transfer>(
  ctx: Pick<Context, 'db'>,
  kind: TransferKind<Row>,
  id: string,
) {
  const transfer = await findTransferById(ctx.db, kind, id);
  if (!transfer) throw new AppError(`${kind.noun}_not_found`);
  const { merchant_id } = transfer;
  const transitions = await listTransitions(ctx.db, kind, transfer);
  const entries = await listTransferEntries(ctx.db, merchant_id, kind.noun, id);
  const events = await listObjectEvents(ctx.db, merchant_id, id);
  return {
    transfer,
    shown: {
      sending: presentSending(kind, transfer),
      transitions: transitions.map(({ sequence, from_status, event, to_status, via, raw, created_at }) => ({
        ...{ sequence, from_status, event, to_status, via, raw },
        created_at: timestampText(created_at),
      })),
      operator_calls: await listOperatorCalls(ctx, merchant_id, id),
      ledger_entries: entries.map(presentEntry),
      events: events.map((event) => JSON.parse(event.body) as unknown),
      deliveries: await showDeliveries(ctx, merchant_id, id),
    },
  };
}

/** Presents the side of a transfer that merchants do not see: its state between the operator and us. */
function presentSending<Row extends Transfer>(kind: TransferKind<Row>, transfer: Row) {
  const { connector, account_id, reference, provider_reference, sent_at } = transfer;
  const { unknown_cause, mismatch, inquiries, needs_review } = transfer;
  return {
    ...{ connector, account_id, phone: maskPhone(kind.phoneOf(transfer)), reference, provider_reference },
    ...{ unknown_cause, mismatch, inquiries, needs_review },
    sent_at: sent_at === null ? null : timestampText(sent_at),
  };
}
