import type { Updateable } from 'kysely';
import { emitEvent } from '../../events/emit.ts';
import { type Posting, post } from '../../ledger/post.ts';
import type { Via } from '../../payments/attempt/transition.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import type { RefundTable } from '../../platform/database/tables/refunds.ts';
import { presentRefund } from './present.ts';
import { insertRefundTransition, type Refund, updateRefundStatus } from './queries.ts';
import { findRefundRule, type RefundEvent } from './states.ts';

/** What happened to a refund, and what becomes true with it. */
export interface RefundChange {
  readonly event: RefundEvent;
  /** Where the news came from; `sender` is ourselves, about to call. */
  readonly via: Via | 'sender';
  readonly at: Date;
  /** The operator's own words, redacted, kept for support. */
  readonly raw?: unknown;
  /** Columns that become true with the change. */
  readonly facts: Updateable<RefundTable>;
  /** Money that moves with the change. */
  readonly posting?: Posting;
}

/**
 * The only writer of a refund's status: conditional update, history row, ledger entries, event row and delivery jobs,
 * all in the caller's transaction, which holds the refund's row.
 *
 * @returns the changed refund, or undefined when the event is refused in the refund's status.
 */
export async function transitionRefund(
  ctx: Pick<Context, 'log'>,
  tx: Connection,
  refund: Refund,
  change: RefundChange,
): Promise<Refund | undefined> {
  const { event, via, at, raw, facts, posting } = change;
  const rule = findRefundRule(refund.status, event);
  if (!rule) return undefined;
  const { from, to } = rule;
  const changed = await updateRefundStatus(tx, refund, { from, to, facts });
  if (!changed) return undefined;
  const { merchant_id, id: refund_id, mode } = refund;
  await insertRefundTransition(tx, {
    merchant_id,
    refund_id,
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
    const data = presentRefund(changed);
    await emitEvent(tx, { merchant_id, mode, type: rule.tells, object_id: refund_id, data, at });
  }
  ctx.log.info({ refund_id, from, event, to }, 'refund changed');
  return changed;
}
