import type { Context } from '@guichet/core/platform';
import {
  listObjectEvents,
  listTransferEntries,
  lockTransfer,
  type Transfer,
  type TransferKey,
  type TransferKind,
} from '@guichet/core/testing';
import type { TransferJob } from '@guichet/core/transfers';

/** Reads the current row of a payout or a refund. */
export function readTransfer<Row extends Transfer>(
  ctx: Context,
  kind: TransferKind<Row>,
  key: TransferKey,
): Promise<Row> {
  return lockTransfer(ctx.db, kind, key);
}

/** The key of a payout or a refund in the form used by jobs. */
export function jobOf({ noun }: Pick<TransferKind, 'noun'>, { merchant_id, id }: TransferKey): TransferJob {
  return { merchant_id, [`${noun}_id`]: id };
}

export interface TransferTold<Data> {
  readonly event: string;
  readonly sequence: number;
  readonly data: Data;
}

/** The events of a payout or a refund as its endpoints receive them. */
export async function listTransferEvents<Data = { readonly status: string }>(
  ctx: Context,
  { merchant_id, id }: TransferKey,
): Promise<TransferTold<Data>[]> {
  const events = await listObjectEvents(ctx.db, merchant_id, id);
  return events.map(({ body }) => JSON.parse(body) as TransferTold<Data>);
}

/** Summarizes the state of a payout or a refund, in a form short enough for a table. */
export async function summarizeTransfer<Row extends Transfer>(
  ctx: Context,
  kind: TransferKind<Row>,
  key: TransferKey,
) {
  const { status, needs_review, unknown_cause } = await readTransfer(ctx, kind, key);
  const entries = await listTransferEntries(ctx.db, key.merchant_id, kind.noun, key.id);
  const events = await listTransferEvents(ctx, key);
  return {
    status,
    needs_review,
    unknown_cause,
    /** In order, such as `1 payout.failed`. */
    events: events.map(({ sequence, event }) => `${sequence} ${event}`),
    /** In order of booking, such as `payout_reserved merchant_balance 5000`. */
    entries: entries.map(
      ({ kind: posting, account, amount_minor }) => `${posting} ${account} ${amount_minor}`,
    ),
  };
}
