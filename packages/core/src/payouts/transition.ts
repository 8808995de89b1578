import type { Updateable } from 'kysely';
import type { Via } from '../attempts/transition.ts';
import type { Context } from '../context.ts';
import type { Connection } from '../database/connect.ts';
import type { PayoutTable } from '../database/tables/payouts.ts';
import { emitEvent } from '../events/emit.ts';
import { type Posting, post } from '../ledger/post.ts';
import { presentPayout } from './present.ts';
import { insertPayoutTransition, type Payout, updatePayoutStatus } from './queries.ts';
import { findPayoutRule, type PayoutEvent } from './states.ts';

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

/**
 * The only writer of a payout's status: conditional update, history row, ledger entries, event row and delivery jobs,
 * all in the caller's transaction, which holds the payout's row.
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
    raw: raw === undefined ? null : JSON.stringify(raw),
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
