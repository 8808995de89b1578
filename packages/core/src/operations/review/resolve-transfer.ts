import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { applyOutcomeWithin } from '../../transfers/apply-outcome.ts';
import { lockTransfer, updateFacts } from '../../transfers/queries.ts';
import { isOpen } from '../../transfers/states.ts';
import type { Transfer, TransferKey, TransferKind } from '../../transfers/transfer.ts';
import { answerOf, requireReviewNeeded, requireVerdictFits, type Verdict } from './verdict.ts';

/**
 * Applies a person's verdict on a payout or a refund, in the caller's transaction. A transfer that is not sent yet
 * counts as open: it will be sent, so it cannot be resolved as settled.
 *
 * @throws AppError `conflict` when no review is needed (any more), or the verdict does not fit its status
 */
export async function resolveTransfer<Row extends Transfer>(
  ctx: Pick<Context, 'clock' | 'log' | 'accounts'>,
  tx: Connection,
  kind: TransferKind<Row>,
  key: TransferKey,
  verdict: Verdict,
): Promise<void> {
  const transfer = await lockTransfer(tx, kind, key);
  const { status } = transfer;
  // A person may learn of a reversal that the operator never reports.
  if (verdict !== 'reversed') requireReviewNeeded(transfer);
  requireVerdictFits(verdict, {
    isOpen: isOpen(status),
    isPaid: status === 'success',
    isReversed: status === 'reversed',
  });
  const isKnown = verdict === 'settled' || (verdict === 'not_paid' && status === 'failed');
  if (!isKnown) await applyOutcomeWithin(ctx, tx, kind, transfer, answerOf(verdict, transfer), 'person');
  // A refund that had failed but was paid after all may have reached the customer twice: applying the verdict has
  // then already set `needs_review`.
  if (verdict === 'paid') return;
  await updateFacts(tx, kind, transfer, { needs_review: false });
}
