import { AppError } from '@guichet/kernel/errors';
import { awaitsPerson, decide } from '@guichet/operators/sandbox/decide';
import type { Decision } from '@guichet/operators/sandbox/store';
import { lookUpAttempt } from '../../payments/attempt/look-up.ts';
import { findOpenAttempt } from '../../payments/attempt/queries.ts';
import { requireSession } from '../../payments/session/find.ts';
import type { Context } from '../../platform/context.ts';
import { lookUpPayout } from '../../transfers/payouts/look-up.ts';
import { findPayoutById, type Payout } from '../../transfers/payouts/queries.ts';
import { retrievePayout } from '../../transfers/payouts/retrieve.ts';
import type { PayoutObject } from '../../transfers/payouts/schemas.ts';
import { lookUpRefund } from '../../transfers/refunds/look-up.ts';
import { findRefundById } from '../../transfers/refunds/queries.ts';
import type { RefundObject } from '../../transfers/refunds/schemas.ts';
import { showRefund } from '../../transfers/refunds/show.ts';
import { callbackKey } from './callback-key.ts';
import { makeSandboxDependencies } from './make-dependencies.ts';

/**
 * Applies a person's decision on the sandbox's approval page or panel to the open attempt of a session. If no
 * decision is awaited, nothing changes.
 *
 * @throws AppError `session_not_found`, `not_found` outside test mode
 */
export async function decideSandboxPayment(ctx: Context, token: string, decision: Decision): Promise<void> {
  const session = await requireSession(ctx, token);
  if (session.mode !== 'test') throw new AppError('not_found');
  const attempt = await findOpenAttempt(ctx.db, session.merchant_id, session.payment_id);
  if (!attempt) return;
  await decide({ callback_key: callbackKey(ctx) }, makeSandboxDependencies(ctx), {
    reference: attempt.reference,
    decision,
  });
  // The customer returns directly from the operator's page: an inquiry now makes the outcome available in
  // time.
  await lookUpAttempt(ctx, { merchant_id: attempt.merchant_id, attempt_id: attempt.id });
}

/**
 * Applies a decision by command on a test mode payout or refund that awaits one (digits 22).
 *
 * @returns the payout or refund after the operator's outcome
 * @throws AppError `payout_not_found`, `forbidden` in live mode, `conflict` when no decision is awaited
 */
export function decideSandboxTransfer(
  ctx: Context,
  id: string,
  decision: Decision,
): Promise<PayoutObject | RefundObject> {
  return id.startsWith('ref_')
    ? decideSandboxRefund(ctx, id, decision)
    : decideSandboxPayout(ctx, id, decision);
}

/** Decides on a payout, like {@link decideSandboxTransfer}. */
export async function decideSandboxPayout(
  ctx: Context,
  id: string,
  decision: Decision,
): Promise<PayoutObject> {
  const payout = await findPayoutById(ctx.db, id);
  if (!payout) throw new AppError('payout_not_found');
  await decideAwaited(ctx, 'payout', payout, decision);
  await lookUpPayout(ctx, payout);
  return retrievePayout(ctx, payout, id);
}

/** Decides on a refund, like {@link decideSandboxTransfer}. @throws AppError also `refund_not_found` */
export async function decideSandboxRefund(
  ctx: Context,
  id: string,
  decision: Decision,
): Promise<RefundObject> {
  const refund = await findRefundById(ctx.db, id);
  if (!refund) throw new AppError('refund_not_found');
  await decideAwaited(ctx, 'refund', refund, decision);
  await lookUpRefund(ctx, refund);
  return (await showRefund(ctx, id)).refund;
}

async function decideAwaited(
  ctx: Context,
  noun: 'payout' | 'refund',
  { mode, status, reference }: Pick<Payout, 'mode' | 'status' | 'reference'>,
  decision: Decision,
): Promise<void> {
  if (mode !== 'test') {
    throw new AppError('forbidden', { message: `Only ${noun}s of test mode can be decided by command.` });
  }
  const dependencies = makeSandboxDependencies(ctx);
  const transaction = await dependencies.store.find(reference);
  if (!transaction || !awaitsPerson(transaction)) {
    throw new AppError('conflict', { message: `This ${noun} is not awaiting a decision: it is ${status}.` });
  }
  await decide({ callback_key: callbackKey(ctx) }, dependencies, { reference, decision });
}
