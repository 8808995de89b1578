import {
  type Contradiction,
  contradictionOf,
  isSince,
  needsPerson,
} from '../operator-calls/contradiction.ts';
import { recheckAtOnce } from '../operator-calls/plan-recheck.ts';
import type { Context } from '../platform/context.ts';
import type { Connection } from '../platform/database/connect.ts';
import { listTransitions, updateFacts } from './queries.ts';
import type { Report } from './report.ts';
import type { Transfer, TransferFacts, TransferKey, TransferKind } from './transfer.ts';

/** The reason for the review of a transfer of which the operator has reversed a different amount. */
export const reversed_in_part = 'reversed_in_part' satisfies Contradiction;

/**
 * Flags a transfer for which the operator contradicts its earlier report, and inquires about it immediately.
 *
 * @returns false when there is no contradiction
 */
export async function noteContradiction<Row extends Transfer>(
  ctx: Pick<Context, 'log'>,
  tx: Connection,
  { kind, transfer, result, via, at }: Report<Row>,
): Promise<boolean> {
  const doubt = contradictionOf(result.outcome, transfer, via);
  if (doubt === null || needsPerson(transfer)) return false;
  const { contradiction, needs_review } = doubt;
  const { merchant_id, id } = transfer;
  if (contradiction === 'failed_after_success' && (await wasRefused(tx, kind, transfer))) {
    const isNew = isSince(kind.succeededAt(transfer), { via, asked_at: result.asked_at });
    // It may be the refusal that preceded the late success, reported again: an inquiry finds out.
    if (!isNew) await recheckAtOnce(tx, { merchant_id, kind: kind.noun, id }, at);
    // A person who reviews the late success asks the operator anyway, and decides.
    if (!isNew || transfer.needs_review) return false;
  }
  if (needs_review) await updateFacts(tx, kind, transfer, { needs_review, unknown_cause: contradiction });
  // Even the report of an inquiry may be older than the current status, if it arrived late.
  await recheckAtOnce(tx, { merchant_id, kind: kind.noun, id }, at);
  ctx.log.error({ [`${kind.noun}_id`]: id, contradiction }, 'the operator contradicts itself');
  return true;
}

/**
 * Whether a doubt remains that the outcome of a transfer does not end: a different amount was reversed. The
 * reversal and the outcome may arrive in either order. A person who reports the outcome has considered the reversal.
 */
export function isDoubted({ transfer: { unknown_cause, needs_review }, via }: Report<Transfer>): boolean {
  return unknown_cause === reversed_in_part && needs_review && via !== 'person';
}

/** Keeps the record that a different amount was reversed, so that a repeated report changes nothing. */
export function partlyReversed({ transfer }: Report<Transfer>): TransferFacts {
  return transfer.unknown_cause === reversed_in_part ? { unknown_cause: reversed_in_part } : {};
}

/** Clears the doubt about a status that an inquiry has confirmed. */
export async function endDoubt<Row extends Transfer>(
  tx: Connection,
  { kind, transfer }: Report<Row>,
): Promise<void> {
  await updateFacts(tx, kind, transfer, { needs_review: false, unknown_cause: null });
}

/**
 * Whether a transfer was refused before. If it was, the operator may report the refusal again after a late success.
 */
export async function wasRefused(
  tx: Connection,
  kind: Pick<TransferKind, 'noun'>,
  key: TransferKey,
): Promise<boolean> {
  return (await listTransitions(tx, kind, key)).some(({ event }) => event === 'refused');
}
