import { isDeepStrictEqual } from 'node:util';
import { type Contradiction, confirms, isInPart, isSince } from '../operator-calls/contradiction.ts';
import { planRecheck, planSuccessRecheck, recheckAtOnce } from '../operator-calls/plan-recheck.ts';
import type { Via } from '../payments/attempt/transition.ts';
import type { Context } from '../platform/context.ts';
import type { Connection } from '../platform/database/connect.ts';
import { readAddressRevision } from '../routing/connector-accounts/queries.ts';
import {
  endDoubt,
  isDoubted,
  noteContradiction,
  partlyReversed,
  reversed_in_part,
  wasRefused,
} from './doubt.ts';
import { scheduleInquiry } from './plan-inquiry.ts';
import { latePaymentOf, paymentOf, reopeningOf, returnOf, reversalOf } from './postings.ts';
import { listTransitions, lockTransfer, updateFacts } from './queries.ts';
import type { Report, Result } from './report.ts';
import { isOpen, type TransferEvent } from './states.ts';
import type { Transfer, TransferKey, TransferKind } from './transfer.ts';
import { transitionTransfer } from './transition.ts';

type Settled = Extract<Result['outcome'], { kind: 'settled' }>;
type Failed = Extract<Result['outcome'], { kind: 'failed' }>;
type Reversed = Extract<Result['outcome'], { kind: 'reversed' }>;
type Ctx = Pick<Context, 'clock' | 'log' | 'accounts'>;

/** The reason for the review of a failed transfer that the operator now reports as pending. */
const accepted_after_failure = 'accepted_after_failure' satisfies Contradiction;
/** The reason for the review of a payout that was paid after a failure: it may have been sent again meanwhile. */
const paid_after_failure = 'paid_after_failure';

/**
 * Applies an operator's report on a transfer, from its response, a callback or an inquiry, in one transaction.
 * A repeated report changes nothing more, and the order of reports does not matter: the state table decides.
 */
export async function applyTransferOutcome<Row extends Transfer>(
  ctx: Ctx & Pick<Context, 'db'>,
  kind: TransferKind<Row>,
  key: TransferKey,
  result: Result,
  via: Via,
): Promise<void> {
  await ctx.db.transaction().execute((tx) => applyOutcomeWithin(ctx, tx, kind, key, result, via));
}

/** Applies a report like {@link applyTransferOutcome}, in the caller's transaction. */
export async function applyOutcomeWithin<Row extends Transfer>(
  ctx: Ctx,
  tx: Connection,
  kind: TransferKind<Row>,
  key: TransferKey,
  result: Result,
  via: Via,
): Promise<void> {
  const at = ctx.clock.now();
  const locked = await lockTransfer(tx, kind, key);
  if (result.names_collection_only && (await kind.isAboutAnother?.(tx, locked))) return;
  const transfer = await noteKnown(ctx, tx, { kind, transfer: locked, result, via, at });
  const report = { kind, transfer, result, via, at };
  const { outcome } = result;
  if (await noteContradiction(ctx, tx, report)) return;
  // A different amount confirms nothing: it is recorded as a mismatch.
  const isOther = outcome.kind === 'settled' && isAnother(outcome, transfer);
  if (transfer.status !== 'processing' && confirms(outcome, transfer, via) && !isOther) {
    return endDoubt(tx, report);
  }
  switch (outcome.kind) {
    case 'settled':
      return applySettled(ctx, tx, report, outcome);
    case 'reversed':
      return applyReversed(ctx, tx, report, outcome);
    case 'failed':
      return applyFailed(ctx, tx, report, outcome);
    case 'pending':
      if (transfer.status === 'failed' && !outcome.is_old) return reopen(ctx, tx, report);
      return keepWaiting(ctx, tx, report, null);
    case 'unknown':
      return keepWaiting(ctx, tx, report, outcome.cause);
  }
}

/**
 * Handles a report on a request that is not recorded as sent, because a restored database does not know which
 * requests were sent. If the operator has the request, or may have it and cannot be asked about it, records the
 * request as sent, so that it is never sent again. If the operator cannot be asked, the transfer needs review.
 *
 * @returns the transfer after that
 */
async function noteKnown<Row extends Transfer>(
  ctx: Ctx,
  tx: Connection,
  { kind, transfer, result: { outcome, cannot_be_found = false }, via, at }: Report<Row>,
): Promise<Row> {
  const isKnown =
    outcome.kind === 'pending' ||
    (outcome.kind === 'settled' && isAnother(outcome, transfer)) ||
    (outcome.kind === 'reversed' && isInPart(outcome, transfer));
  if (transfer.status !== 'pending' || !(isKnown || cannot_be_found)) return transfer;
  if (cannot_be_found && (await kind.isReleased?.(tx, transfer)) === false) return transfer;
  const address_revision = await readAddressRevision(tx, transfer);
  const facts = { sent_at: at, address_revision, needs_review: cannot_be_found, unknown_cause: null };
  const known = await transitionTransfer(ctx, tx, kind, transfer, { event: 'sending', via, at, facts });
  if (!known) return transfer;
  await scheduleInquiry(ctx, tx, kind, known);
  return known;
}

function isAnother({ money }: Settled, { amount_minor, currency }: Transfer): boolean {
  return money.amount_minor !== amount_minor || money.currency !== currency;
}

async function applySettled<Row extends Transfer>(
  ctx: Ctx,
  tx: Connection,
  report: Report<Row>,
  outcome: Settled,
): Promise<void> {
  const { kind, transfer, result, via, at } = report;
  if (isAnother(outcome, transfer)) return recordMismatch(ctx, tx, report, outcome.money);
  // An operator's report of a success after a reversal is not trusted: only a person can decide that a reversed
  // transfer was paid.
  if (transfer.status === 'reversed' && via !== 'person') return;
  const wasReturned = transfer.status === 'failed' || transfer.status === 'reversed';
  const round = transfer.status === 'reversed' ? await countEvents(tx, kind, transfer, 'reversed') : 0;
  // Read from the history, because a later contradiction may have overwritten the cause that was recorded then.
  const hadFailed = wasReturned || (await wasRefused(tx, kind, transfer));
  const needs_review = hadFailed && ((await kind.needsReview?.(tx, transfer, via)) ?? false);
  const settled = await transitionTransfer(ctx, tx, kind, transfer, {
    event: 'settled',
    via,
    at,
    raw: result.raw,
    facts: {
      provider_reference: referenceFrom(report),
      [kind.ended_at]: at,
      failure_reason: null,
      failure_operator_code: null,
      reversal_code: null,
      reversed_at: null,
      unknown_cause: needs_review && kind.noun === 'payout' ? paid_after_failure : null,
      needs_review: needs_review || isDoubted(report),
      ...partlyReversed(report),
    },
    posting: wasReturned
      ? { ...latePaymentOf(kind.books, transfer, at), round }
      : paymentOf(kind.books, transfer, at),
  });
  if (!settled) return;
  if (wasReturned) {
    const { noun } = kind;
    ctx.log.error(
      { [`${noun}_id`]: transfer.id },
      `a ${noun} whose money had been returned was paid: the money is taken again`,
    );
  }
  await kind.afterSuccess?.(tx, transfer);
  const { merchant_id, id, account_id, connector } = transfer;
  const success = { account_id, connector, direction: kind.directionOf(transfer), succeeded_at: at };
  await planSuccessRecheck(ctx, tx, { merchant_id, kind: kind.noun, id, round: 0 }, success, at);
}

/**
 * Applies a reversal by the operator. A booked success is reversed. A transfer that was still open, or had failed,
 * was paid without our knowledge; its money now returns to its source, or has already returned.
 */
async function applyReversed<Row extends Transfer>(
  ctx: Ctx,
  tx: Connection,
  report: Report<Row>,
  outcome: Reversed,
): Promise<void> {
  const { kind, transfer, result, via, at } = report;
  if (isInPart(outcome, transfer)) return flagReversalInPart(ctx, tx, report);
  const wasPaid = transfer.status === 'success';
  const round = await countEvents(tx, kind, transfer, wasPaid ? 'reversed' : 'reopened');
  const isNew = isSince(kind.succeededAt(transfer), { via, asked_at: result.asked_at });
  // This may repeat an earlier reversal, after which a person recorded the success: an inquiry finds out.
  if (wasPaid && round > 0 && via !== 'person' && !isNew) {
    const { merchant_id, id } = transfer;
    return recheckAtOnce(tx, { merchant_id, kind: kind.noun, id }, at);
  }
  const posting = wasPaid
    ? reversalOf(kind.books, transfer, at)
    : isOpen(transfer.status) && returnOf(kind.books, transfer, at);
  const reversed = await transitionTransfer(ctx, tx, kind, transfer, {
    event: 'reversed',
    via,
    at,
    raw: result.raw,
    facts: {
      provider_reference: referenceFrom(report),
      reversal_code: via === 'person' ? null : outcome.operator_code,
      reversed_at: at,
      failure_reason: null,
      failure_operator_code: null,
      unknown_cause: null,
      needs_review: false,
    },
    ...(posting && { posting: { ...posting, round } }),
  });
  if (!reversed) return;
  if (wasPaid) await kind.afterReversal?.(tx, transfer);
  else if (posting) await kind.afterFailure?.(tx, transfer);
  ctx.log.info({ [`${kind.noun}_id`]: transfer.id }, `the operator has reversed a ${kind.noun}`);
}

/**
 * Flags a reversal whose amount differs from the amount paid, because a person has to find out what happened to the
 * remainder.
 */
async function flagReversalInPart<Row extends Transfer>(
  ctx: Ctx,
  tx: Connection,
  { kind, transfer, result }: Report<Row>,
): Promise<void> {
  if (transfer.status === 'reversed' || transfer.unknown_cause === reversed_in_part) return;
  await updateFacts(tx, kind, transfer, { needs_review: true, unknown_cause: reversed_in_part });
  ctx.log.error(
    { [`${kind.noun}_id`]: transfer.id, raw: result.raw },
    'the operator has reversed a different amount',
  );
}

async function applyFailed<Row extends Transfer>(
  ctx: Ctx,
  tx: Connection,
  report: Report<Row>,
  outcome: Failed,
): Promise<void> {
  const { kind, transfer, result, via, at } = report;
  const refused = await transitionTransfer(ctx, tx, kind, transfer, {
    event: 'refused',
    via,
    at,
    raw: result.raw,
    facts: {
      provider_reference: referenceFrom(report),
      failure_reason: outcome.reason,
      failure_operator_code: outcome.operator_code,
      unknown_cause: null,
      // The transfer still needs review only if an amount was wrong, because then the operator has contradicted
      // itself about the money.
      needs_review: transfer.mismatch !== null || isDoubted(report),
      ...partlyReversed(report),
    },
    posting: {
      ...returnOf(kind.books, transfer, at),
      round: await countEvents(tx, kind, transfer, 'reopened'),
    },
  });
  if (!refused) return;
  await kind.afterFailure?.(tx, transfer);
  const { merchant_id, id } = transfer;
  await planRecheck(tx, { merchant_id, kind: kind.noun, id, round: 0 }, transfer, outcome, at);
}

/** Counts the events of one name in the history of a transfer. */
async function countEvents(
  tx: Connection,
  kind: Pick<TransferKind, 'noun'>,
  key: TransferKey,
  name: TransferEvent,
): Promise<number> {
  return (await listTransitions(tx, kind, key)).filter(({ event }) => event === name).length;
}

/**
 * Reopens a failed transfer after the operator has reported twice that it is pending. The second report is the
 * result of an inquiry that the first one caused, so a late message cannot reopen a transfer. The transfer's money
 * is reserved again, even if this makes the balance negative, and it needs review, because the merchant may have
 * sent it again meanwhile.
 */
async function reopen<Row extends Transfer>(ctx: Ctx, tx: Connection, report: Report<Row>): Promise<void> {
  const { kind, transfer, result, via, at } = report;
  if (via !== 'inquiry' || transfer.unknown_cause !== accepted_after_failure) return;
  // A transfer that may not be reopened remains failed, and needs review.
  if (kind.mayReopen && !(await kind.mayReopen(tx, transfer))) return;
  const round = await countEvents(tx, kind, transfer, 'reopened');
  const reopened = await transitionTransfer(ctx, tx, kind, transfer, {
    event: 'reopened',
    via,
    at,
    raw: result.raw,
    facts: {
      provider_reference: referenceFrom(report),
      failure_reason: null,
      failure_operator_code: null,
      needs_review: true,
    },
    posting: { ...reopeningOf(kind.books, transfer, at), round },
  });
  if (!reopened) return;
  await scheduleInquiry(ctx, tx, kind, reopened);
  ctx.log.error({ [`${kind.noun}_id`]: transfer.id }, `a ${kind.noun} that had failed is in flight again`);
}

/**
 * Records that the transfer is pending or unknown, which changes neither status nor money.
 *
 * @param unknown_cause null when it is pending
 */
async function keepWaiting<Row extends Transfer>(
  ctx: Ctx,
  tx: Connection,
  report: Report<Row>,
  unknown_cause: string | null,
): Promise<void> {
  const { kind, transfer, via } = report;
  if (transfer.status !== 'processing') return;
  const isExplained =
    transfer.mismatch !== null ||
    transfer.unknown_cause === accepted_after_failure ||
    transfer.unknown_cause === reversed_in_part;
  const cause = isExplained ? {} : { unknown_cause };
  await updateFacts(tx, kind, transfer, { provider_reference: referenceFrom(report), ...cause });
  if (via === 'answer') await scheduleInquiry(ctx, tx, kind, transfer);
}

/** Records an amount other than requested, which never settles a transfer (models.md, connector rule 6). */
async function recordMismatch<Row extends Transfer>(
  ctx: Ctx,
  tx: Connection,
  report: Report<Row>,
  money: Settled['money'],
): Promise<void> {
  const { kind, transfer } = report;
  const reported = { amount_minor: String(money.amount_minor), currency: money.currency };
  const isBooked = transfer.status === 'success';
  // A repeated report changes nothing, because a person may have resolved the transfer after the first report.
  if (isBooked ? isDeepStrictEqual(transfer.mismatch, reported) : transfer.mismatch !== null) return;
  const mismatch = JSON.stringify(reported);
  await updateFacts(tx, kind, transfer, {
    provider_reference: referenceFrom(report),
    mismatch,
    needs_review: true,
    unknown_cause: isBooked ? 'amount_changed' : 'amount_mismatch',
  });
  ctx.log.error({ [`${kind.noun}_id`]: transfer.id, mismatch }, 'the operator reports a different amount');
}

/** Returns the operator's reference, which is kept once it is known. */
function referenceFrom({ transfer, result }: Report<Transfer>): string | null {
  return result.provider_reference ?? transfer.provider_reference;
}
