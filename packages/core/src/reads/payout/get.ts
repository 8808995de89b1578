import { timestampText } from '@guichet/kernel/clock';
import { AppError } from '@guichet/kernel/errors';
import { type Bar, findBar, mayApprove, readStanding } from '../../accounts/approvals/standing.ts';
import { tellApart } from '../../accounts/staff/tell-apart.ts';
import { showDeliveries } from '../../events/webhooks/deliveries/show.ts';
import { presentEntry } from '../../ledger/present-entry.ts';
import { listTransferEntries } from '../../ledger/queries.ts';
import { placeResolutions, positionsOf } from '../../operations/review/place.ts';
import { listResolutions } from '../../operations/review/queries.ts';
import { presentResolution } from '../../operations/review/schemas.ts';
import { verdictsOfTransfer } from '../../operations/review/verdicts-of.ts';
import { failure_sentences } from '../../operator-calls/failures/sentences.ts';
import { listOperatorCalls } from '../../operator-calls/list.ts';
import type { StaffActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { mayDecide } from '../../transfers/payouts/orders/may-decide.ts';
import { presentStaffPayout } from '../../transfers/payouts/orders/present.ts';
import { findOrderedPayout, type OrderedPayout } from '../../transfers/payouts/orders/queries.ts';
import type { StaffPayout } from '../../transfers/payouts/orders/schemas.ts';
import { listTransitions } from '../../transfers/queries.ts';
import { readMismatch } from '../payment/present.ts';
import type { PayoutDetail } from './schemas.ts';

/**
 * Gets everything about a payout that its merchant's staff may know.
 *
 * @throws AppError `forbidden`, `payout_not_found`, also for a payout of another merchant or mode
 */
export async function showStaffPayout(
  ctx: Pick<Context, 'db'>,
  actor: StaffActor,
  id: string,
): Promise<PayoutDetail> {
  requireScope(actor, 'payouts:read');
  const { merchant_id, mode } = actor;
  const row = await findOrderedPayout(ctx.db, { merchant_id, mode, id });
  if (!row) throw new AppError('payout_not_found');
  const payout = presentStaffPayout(row);
  const entries = await listTransferEntries(ctx.db, merchant_id, 'payout', id);
  const deliveries = await showDeliveries(ctx, merchant_id, id);
  const calls = await listOperatorCalls(ctx, merchant_id, id);
  const resolutions = await listResolutions(ctx.db, merchant_id, { of: 'payout_id', id });
  const transitions = await listTransitions(ctx.db, { noun: 'payout' }, row);
  const positionOf = positionsOf(placeResolutions(transitions, resolutions, () => id));
  const [made_by, decided_by] = row.approval === null ? [null, null] : [row.made_by, row.decided_by];
  const emailOf = await tellApart(ctx, actor, [
    ...[made_by, decided_by],
    ...resolutions.map(({ user_id }) => user_id),
  ]);
  const bar = await findApprovalBar(ctx.db, actor, row);
  const may = mayDecide(actor, row);
  return {
    payout,
    may: { ...may, approve: may.approve && bar === null },
    bar,
    mismatch: readMismatch(row.mismatch),
    verdicts: verdictsOfTransfer(row),
    emails: { made_by: emailOf(made_by), decided_by: emailOf(decided_by) },
    resolutions: resolutions.map((one) => ({
      ...presentResolution(one, emailOf(one.user_id)),
      position: positionOf(one),
    })),
    failure_words: failureWords(payout),
    sending: presentSending(row),
    transitions: transitions.map((change) => ({
      sequence: change.sequence,
      position: positionOf(change),
      event: change.event,
      to_status: change.to_status,
      via: change.via,
      created_at: timestampText(change.created_at),
    })),
    ledger_entries: entries.map(presentEntry).map(({ attempt_id: _, direction, ...entry }) => ({
      ...entry,
      direction: direction === 'debit' ? 'debit' : 'credit',
    })),
    operator_calls: calls.map(({ exchanges, ...call }) => ({ ...call, exchanges: [...exchanges] })),
    deliveries: deliveries.map(({ attempts, ...delivery }) => ({
      ...delivery,
      attempts: attempts.map(({ response_excerpt: _, ...attempt }) => attempt),
    })),
  };
}

/** Finds the reason why a person whose role may approve payouts may not approve this one. */
async function findApprovalBar(db: Connection, actor: StaffActor, row: OrderedPayout): Promise<Bar | null> {
  if (row.approval !== 'waiting' || row.status !== 'pending' || !mayApprove(actor.role)) return null;
  return findBar(await readStanding(db, actor.merchant_id), actor.user_id, row.made_by);
}

function failureWords({ failure }: StaffPayout): PayoutDetail['failure_words'] {
  if (failure === null) return null;
  return { en: failure_sentences.en.payout[failure.code], fr: failure_sentences.fr.payout[failure.code] };
}

function presentSending(payout: OrderedPayout): PayoutDetail['sending'] {
  const { connector, account_id, reference, provider_reference, unknown_cause, inquiries, sent_at } = payout;
  return {
    ...{ connector, account_id, reference, provider_reference, unknown_cause, inquiries },
    sent_at: sent_at === null ? null : timestampText(sent_at),
  };
}
