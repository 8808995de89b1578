import { type EventInput, emitEvent, emitEvents } from '../events/emit.ts';
import { type Posting, post, postAll } from '../ledger/post.ts';
import type { Via } from '../payments/attempt/transition.ts';
import type { Context } from '../platform/context.ts';
import type { Connection } from '../platform/database/connect.ts';
import { updateStatuses } from './queries.ts';
import { findTransferRule, type TransferEnd, type TransferEvent } from './states.ts';
import type { Transfer, TransferFacts, TransferKind } from './transfer.ts';

/** The change of a transfer: the event, and the fields that it sets. */
export interface TransferChange {
  readonly event: TransferEvent;
  /**
   * The source of the change: `sender` when we are about to call the operator, `staff` when a second person
   * refuses.
   */
  readonly via: Via | 'sender' | 'staff';
  readonly at: Date;
  /** The operator's raw report, redacted, kept for support. */
  readonly raw?: unknown;
  /** Columns that are set with the change. */
  readonly facts: TransferFacts;
  /** Money that moves with the change. */
  readonly posting?: Posting;
}

/** One change of many transfers. */
export interface TransfersChange<Row extends Transfer> extends Omit<TransferChange, 'posting'> {
  /** Money that moves with the change of one transfer. */
  readonly postingOf?: (transfer: Row) => Posting;
}

/**
 * Changes the status of a transfer; only this function and {@link transitionTransfers} do so. Performs the
 * conditional update and writes the history row, ledger entries, event row and deliveries, all in the caller's
 * transaction, which has locked the transfer.
 *
 * @returns the changed transfer, or undefined when the event is refused in the transfer's status
 */
export async function transitionTransfer<Row extends Transfer>(
  ctx: Pick<Context, 'log'>,
  tx: Connection,
  kind: TransferKind<Row>,
  transfer: Row,
  { posting, ...change }: TransferChange,
): Promise<Row | undefined> {
  const { merchant_id, mode, id, status: from } = transfer;
  const { event, at } = change;
  const [changed] = await changeStatuses(tx, kind, [transfer], change);
  if (!changed) return undefined;
  if (posting) await post(tx, posting);
  for (const input of eventsOf(kind, [changed], at)) await emitEvent(tx, { merchant_id, mode, ...input });
  const { after } = changed;
  ctx.log.info({ [`${kind.noun}_id`]: id, from, event, to: after.status }, `${kind.noun} changed`);
  return after;
}

/**
 * Changes many transfers of one merchant and mode like {@link transitionTransfer}. The number of SQL statements
 * does not grow with the number of transfers. A row is left alone if the table of states refuses its change, or if
 * another transaction changed it after it was read. The caller's transaction has locked all the rows. Events are
 * written last, because from then on they block readers of the feed.
 *
 * @returns the changed transfers, in the order given, each once
 * @throws Error for transfers of several merchants or modes: that is a bug
 */
export async function transitionTransfers<Row extends Transfer>(
  ctx: Pick<Context, 'log'>,
  tx: Connection,
  kind: TransferKind<Row>,
  transfers: readonly Row[],
  { postingOf, ...change }: TransfersChange<Row>,
): Promise<Row[]> {
  const [first] = transfers;
  if (!first) return [];
  const { merchant_id, mode } = first;
  if (transfers.some((one) => one.merchant_id !== merchant_id || one.mode !== mode)) {
    throw new Error(`${kind.noun}s that change together are of one merchant and mode`);
  }
  const { event, at } = change;
  const changes = await changeStatuses(tx, kind, transfers, change);
  if (postingOf) {
    const postings = changes.map(({ before }) => postingOf(before));
    await postAll(tx, postings);
  }
  await emitEvents(tx, { merchant_id, mode }, eventsOf(kind, changes, at));
  ctx.log.info({ merchant_id, event, [`${kind.noun}s`]: changes.length }, `${kind.noun}s changed`);
  return changes.map(({ after }) => after);
}

interface Change<Row> {
  readonly before: Row;
  readonly after: Row;
  readonly emits: TransferEnd | null;
}

/** Updates statuses and writes histories, with one statement for each current status. */
async function changeStatuses<Row extends Transfer>(
  tx: Connection,
  kind: TransferKind<Row>,
  transfers: readonly Row[],
  { event, via, at, raw, facts }: Omit<TransferChange, 'posting'>,
): Promise<Change<Row>[]> {
  const given = new Map(transfers.map((transfer) => [transfer.id, transfer]));
  const changes = new Map<string, Change<Row>>();
  for (const [from, group] of Map.groupBy(given.values(), ({ status }) => status)) {
    const rule = findTransferRule(from, event);
    const [first] = group;
    if (!rule || !first) continue;
    const { to, emits } = rule;
    const keys = { merchant_id: first.merchant_id, ids: group.map(({ id }) => id) };
    const history = { event, via, raw: raw === undefined ? null : JSON.stringify(raw), created_at: at };
    for (const after of await updateStatuses(tx, kind, keys, { from, to, facts }, history)) {
      const before = given.get(after.id);
      if (before) changes.set(after.id, { before, after, emits });
    }
  }
  return [...given.keys()].flatMap((id) => changes.get(id) ?? []);
}

function eventsOf<Row extends Transfer>(
  kind: TransferKind<Row>,
  changes: readonly Change<Row>[],
  at: Date,
): Omit<EventInput, 'merchant_id' | 'mode'>[] {
  return changes.flatMap(({ after, emits }) => {
    if (emits === null) return [];
    const type = emits === 'reversed' ? kind.reversed_event : (`${kind.noun}.${emits}` as const);
    return [{ type, object_id: after.id, data: kind.present(after), at }];
  });
}
