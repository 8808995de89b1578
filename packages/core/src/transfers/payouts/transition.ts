import type { Updateable } from 'kysely';
import { emitEvent, emitEvents } from '../../events/emit.ts';
import { type Posting, post, postAll } from '../../ledger/post.ts';
import type { Via } from '../../payments/attempt/transition.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { PayoutTable } from '../../platform/database/tables/payouts.ts';
import { presentPayout } from './present.ts';
import { insertPayoutTransition, type Payout, updatePayoutStatus, updatePayoutStatuses } from './queries.ts';
import { findPayoutRule, type PayoutEvent, type PayoutEventType } from './states.ts';

/** What happened to a payout, and what becomes true with it. */
export interface PayoutChange {
  readonly event: PayoutEvent;
  /** Where the news came from; `sender` is ourselves, about to call; `staff` a second person who says no. */
  readonly via: Via | 'sender' | 'staff';
  readonly at: Date;
  /** The operator's own words, redacted, kept for support. */
  readonly raw?: unknown;
  /** Columns that become true with the change. */
  readonly facts: Updateable<PayoutTable>;
  /** Money that moves with the change. */
  readonly posting?: Posting;
}

/** What happened to many payouts alike. */
export interface PayoutsChange extends Omit<PayoutChange, 'posting'> {
  /** Money that moves with the change of one of them. */
  readonly postingOf?: (payout: Payout) => Posting;
}

/**
 * The only writer of a payout's status, beside {@link transitionPayouts}: conditional update, history row, ledger
 * entries, event row and deliveries, all in the caller's transaction, which holds the payout's row.
 *
 * @returns the changed payout, or undefined when the event is refused in the payout's status.
 */
export async function transitionPayout(
  ctx: Pick<Context, 'log'>,
  tx: Connection,
  payout: Payout,
  change: PayoutChange,
): Promise<Payout | undefined> {
  const { event, via, at, raw, facts, posting } = change;
  const rule = findPayoutRule(payout.status, event);
  if (!rule) return undefined;
  const { from, to } = rule;
  const changed = await updatePayoutStatus(tx, payout, { from, to, facts });
  if (!changed) return undefined;
  const { merchant_id, id: payout_id, mode } = payout;
  await insertPayoutTransition(tx, {
    merchant_id,
    payout_id,
    sequence: changed.sequence,
    from_status: from,
    event,
    to_status: to,
    via,
    raw: textOf(raw),
    created_at: at,
  });
  if (posting) await post(tx, posting);
  if (rule.tells) {
    const data = presentPayout(changed);
    await emitEvent(tx, { merchant_id, mode, type: rule.tells, object_id: payout_id, data, at });
  }
  ctx.log.info({ payout_id, from, event, to }, 'payout changed');
  return changed;
}

/**
 * The same for many payouts of one merchant and mode, with as many statements as for few: what the table of states
 * refuses, or somebody else has changed since it was read, is left alone. The caller's transaction holds all the rows.
 * Events come last, because whoever reads the feed waits from then on.
 *
 * @returns the changed payouts, in the order given, each once
 * @throws Error for payouts of several merchants or modes: that is a bug
 */
export async function transitionPayouts(
  ctx: Pick<Context, 'log'>,
  tx: Connection,
  payouts: readonly Payout[],
  change: PayoutsChange,
): Promise<Payout[]> {
  const [first] = payouts;
  if (!first) return [];
  const { merchant_id, mode } = first;
  if (payouts.some((one) => one.merchant_id !== merchant_id || one.mode !== mode)) {
    throw new Error('payouts that change together are of one merchant and mode');
  }
  const { event, at, postingOf } = change;
  const changes = await changeStatuses(tx, merchant_id, payouts, change);
  if (postingOf) {
    await postAll(
      tx,
      changes.map(({ before }) => postingOf(before)),
    );
  }
  const told = changes.flatMap(({ after, tells }) =>
    tells === null ? [] : [{ type: tells, object_id: after.id, data: presentPayout(after), at }],
  );
  await emitEvents(tx, { merchant_id, mode }, told);
  ctx.log.info({ merchant_id, event, payouts: changes.length }, 'payouts changed');
  return changes.map(({ after }) => after);
}

interface Change {
  readonly before: Payout;
  readonly after: Payout;
  readonly tells: PayoutEventType | null;
}

/** Statuses and histories, by one statement for each status that they may change from. */
async function changeStatuses(
  tx: Connection,
  merchant_id: string,
  payouts: readonly Payout[],
  { event, via, at, raw, facts }: PayoutsChange,
): Promise<Change[]> {
  const given = new Map(payouts.map((payout) => [payout.id, payout]));
  const changes = new Map<string, Change>();
  for (const [from, group] of Map.groupBy(given.values(), ({ status }) => status)) {
    const rule = findPayoutRule(from, event);
    if (!rule) continue;
    const { to, tells } = rule;
    const ids = group.map(({ id }) => id);
    const history = { event, via, raw: textOf(raw), created_at: at };
    for (const after of await updatePayoutStatuses(tx, { merchant_id, ids }, { from, to, facts }, history)) {
      const before = given.get(after.id);
      if (before) changes.set(after.id, { before, after, tells });
    }
  }
  return [...given.keys()].flatMap((id) => changes.get(id) ?? []);
}

function textOf(raw: unknown): string | null {
  return raw === undefined ? null : JSON.stringify(raw);
}
