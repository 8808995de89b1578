import type { Notice } from '@guichet/operators/contract';
import { isRecheckSoon, recheckAtOnce, recheckForHint } from '../../operator-calls/plan-recheck.ts';
import { applyOutcome } from '../../payments/attempt/apply-outcome.ts';
import { inquireAboutAttempt } from '../../payments/attempt/inquire.ts';
import { addInquiryJob as addAttemptInquiry } from '../../payments/attempt/plan-inquiry.ts';
import type { Context } from '../../platform/context.ts';
import { isRecovering } from '../../platform/recovery/queries.ts';
import { applyTransferOutcome } from '../../transfers/apply-outcome.ts';
import { inquireTransfer } from '../../transfers/inquire.ts';
import { addInquiryJob } from '../../transfers/plan-inquiry.ts';
import type { Subject } from './find-subject.ts';
import { everywhere, findReferencesByProvider, noteProviderReference, setReceipt } from './queries.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'tokens'>;

/** Longer than the shortest time between two inquiries about the same subject. */
const look_again_ms = 1_500;

/** Whether a notice reports an amount other than requested. */
export function isMismatch({ money }: Subject, { outcome }: Pick<Notice, 'outcome'>): boolean {
  if (outcome.kind !== 'settled') return false;
  const { amount_minor, currency } = outcome.money;
  return amount_minor !== money.amount_minor || currency !== money.currency;
}

/** Applies an authenticated notice in the same way as a response or the result of an inquiry. */
export async function applyNotice(ctx: Ctx, subject: Subject, notice: Notice): Promise<void> {
  if (subject.table !== 'attempts') {
    return applyTransferOutcome(ctx, subject.kind, subject.row, notice, 'callback');
  }
  const { merchant_id, payment_id, id: attempt_id } = subject.row;
  await applyOutcome(ctx, { merchant_id, payment_id, attempt_id }, notice, 'callback');
}

/**
 * Makes an inquiry because of a hint, immediately or soon after:
 * - about an open object, always;
 * - about a transfer that is not recorded as sent, only during a recovery;
 * - about an object with a final status, only if the hint reports that its money has since moved or been
 *   reversed.
 */
export async function followHint(ctx: Ctx, subject: Subject, notice: Notice | null): Promise<void> {
  if (subject.isOpen) return inquireSoon(ctx, subject, notice);
  if (subject.table !== 'attempts' && subject.row.status === 'pending') return inquireUnsent(ctx, subject);
  if (notice && saysMoneyMoved(subject.row.status, notice)) await inquireAgain(ctx, subject);
}

async function inquireSoon(ctx: Ctx, subject: Subject, notice: Notice | null): Promise<void> {
  const asked_ms = subject.row.inquired_at?.getTime() ?? 0;
  if (subject.table === 'attempts' && asked_ms + look_again_ms <= ctx.clock.now().getTime()) {
    const { merchant_id, id: attempt_id } = subject.row;
    if (await inquireAboutAttempt(ctx, { merchant_id, attempt_id })) return;
  }
  // A refusal that is older than the hint would delete the job of the next inquiry, or make it do nothing.
  if (notice?.outcome.kind === 'settled') return inquireForHint(ctx, subject);
  const at = afterOther(ctx, subject);
  if (subject.table === 'attempts') return addAttemptInquiry(ctx.db, subject.row, at);
  return addInquiryJob(ctx.db, subject.kind, subject.row, at);
}

/** Returns the time for another inquiry: one made a moment ago, or in flight, may be older than a hint. */
function afterOther({ clock }: Ctx, { row }: Subject): Date {
  const now_ms = clock.now().getTime();
  const asked_ms = row.inquired_at?.getTime() ?? 0;
  return new Date(Math.max(now_ms, Math.min(asked_ms, now_ms + 10_000) + look_again_ms));
}

function inquireForHint(ctx: Ctx, subject: Subject): Promise<void> {
  const { merchant_id, id } = subject.row;
  return recheckForHint(ctx.db, { merchant_id, kind: nounOf(subject), id }, afterOther(ctx, subject));
}

const nounOf = (subject: Subject) => (subject.table === 'attempts' ? 'attempt' : subject.kind.noun);

/**
 * Inquires about a transfer that is not recorded as sent: after a restore, its request may have been sent although
 * the database has no record of it.
 */
async function inquireUnsent(ctx: Ctx, { kind, row }: Extract<Subject, { kind: unknown }>): Promise<void> {
  if (await isRecovering(ctx.db)) await inquireTransfer(ctx, kind, row, { also_pending: true });
}

function saysMoneyMoved(status: string, { outcome }: Notice): boolean {
  if (status === 'reversed') return outcome.kind === 'settled';
  if (status === 'failed') return outcome.kind === 'settled' || outcome.kind === 'pending';
  if (status === 'held' && outcome.kind === 'settled') return true;
  const hasCome = status === 'success' || status === 'held';
  return hasCome && (outcome.kind === 'reversed' || outcome.kind === 'failed');
}

/** Schedules an immediate recheck of an ended object. The recheck is repeated if it gets no answer. */
async function inquireAgain(ctx: Ctx, subject: Subject): Promise<void> {
  const { merchant_id, id } = subject.row;
  const now = ctx.clock.now();
  // A recheck that is due soon is not scheduled anew: otherwise hints, which anybody can send repeatedly,
  // could postpone it for ever.
  if (await isRecheckSoon(ctx.db, { id }, now)) return;
  await recheckAtOnce(ctx.db, { merchant_id, kind: nounOf(subject), id }, now);
}

/**
 * Saves the provider's reference from a callback whose URL contains our own reference, so that inquiries can use
 * it. Saves nothing if a provider's reference is already known, or if another subject of the account has the same
 * one.
 */
export async function noteReference(
  ctx: Ctx,
  account_id: string,
  subject: Subject,
  said: string,
): Promise<void> {
  const { row } = subject;
  if (row.provider_reference !== null || said === '') return;
  const others = await findReferencesByProvider(ctx.db, account_id, {
    provider_reference: said,
    tables: everywhere,
  });
  if (others.length === 0) await noteProviderReference(ctx.db, subject.table, row, said);
}

/**
 * Saves the first receipt that the operator reported for a collection: some refunds refer to the
 * collection by its receipt.
 */
export async function noteReceipt(ctx: Ctx, subject: Subject, { receipt = '' }: Notice): Promise<void> {
  if (subject.table === 'attempts' && receipt !== '') await setReceipt(ctx.db, subject.row, receipt);
}
