import { AppError } from '@guichet/kernel/errors';
import { awaitsPerson, decide } from '@guichet/operators/sandbox/decide';
import type { Decision } from '@guichet/operators/sandbox/store';
import { inquireAboutAttempt } from '../../payments/attempt/inquire.ts';
import { findOpenAttempt } from '../../payments/attempt/queries.ts';
import { requireSession } from '../../payments/session/find.ts';
import { type CustomerActor, type OwnerActor, owns } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { inquireTransfer } from '../../transfers/inquire.ts';
import { payouts } from '../../transfers/payouts/kind.ts';
import { presentPayout } from '../../transfers/payouts/present.ts';
import type { PayoutObject } from '../../transfers/payouts/schemas.ts';
import { findTransferById, lockTransfer } from '../../transfers/queries.ts';
import { refunds } from '../../transfers/refunds/kind.ts';
import { presentRefund } from '../../transfers/refunds/present.ts';
import type { RefundObject } from '../../transfers/refunds/schemas.ts';
import type { Transfer, TransferKind } from '../../transfers/transfer.ts';
import { callbackKey } from './callback-key.ts';
import { makeSandboxDependencies } from './make-dependencies.ts';

/**
 * Applies a person's decision on the sandbox's approval page or panel to the open attempt of a session. If no
 * decision is awaited, nothing changes.
 *
 * @throws AppError `forbidden`, `session_not_found`, `not_found` outside test mode
 */
export async function decideSandboxPayment(
  ctx: Context,
  actor: CustomerActor,
  decision: Decision,
): Promise<void> {
  requireScope(actor, 'checkout:pay');
  const { token } = actor;
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
  await inquireAboutAttempt(ctx, { merchant_id: attempt.merchant_id, attempt_id: attempt.id });
}

/**
 * Applies a decision from the command line to a test-mode payout or refund that awaits one (digits 22).
 *
 * @returns the payout or refund after the operator's outcome
 * @throws AppError `payout_not_found`, `forbidden` in live mode, `conflict` when no decision is awaited
 */
export async function decideSandboxTransfer(
  ctx: Context,
  actor: OwnerActor,
  { id, decision }: { readonly id: string; readonly decision: Decision },
): Promise<PayoutObject | RefundObject> {
  requireScope(actor, 'sandbox:write');
  const is_refund = id.startsWith('ref_');
  const found = is_refund
    ? await findTransferById(ctx.db, refunds, id)
    : await findTransferById(ctx.db, payouts, id);
  if (!owns(actor, found)) throw new AppError(is_refund ? 'refund_not_found' : 'payout_not_found');
  return is_refund ? decideSandboxRefund(ctx, id, decision) : decideSandboxPayout(ctx, id, decision);
}

/** Decides on a payout, like {@link decideSandboxTransfer}. */
export async function decideSandboxPayout(
  ctx: Context,
  id: string,
  decision: Decision,
): Promise<PayoutObject> {
  return presentPayout(await decideAwaited(ctx, payouts, id, decision));
}

/** Decides on a refund, like {@link decideSandboxTransfer}. @throws AppError also `refund_not_found` */
export async function decideSandboxRefund(
  ctx: Context,
  id: string,
  decision: Decision,
): Promise<RefundObject> {
  return presentRefund(await decideAwaited(ctx, refunds, id, decision));
}

async function decideAwaited<Row extends Transfer>(
  ctx: Context,
  kind: TransferKind<Row>,
  id: string,
  decision: Decision,
): Promise<Row> {
  const { noun } = kind;
  const transfer = await findTransferById(ctx.db, kind, id);
  if (!transfer) throw new AppError(`${noun}_not_found`);
  const { mode, status, reference } = transfer;
  if (mode !== 'test') {
    throw new AppError('forbidden', {
      message: `Only test-mode ${noun}s can be decided from the command line.`,
    });
  }
  const dependencies = makeSandboxDependencies(ctx);
  const transaction = await dependencies.store.find(reference);
  if (!transaction || !awaitsPerson(transaction)) {
    throw new AppError('conflict', { message: `This ${noun} is not awaiting a decision: it is ${status}.` });
  }
  await decide({ callback_key: callbackKey(ctx) }, dependencies, { reference, decision });
  await inquireTransfer(ctx, kind, transfer);
  return lockTransfer(ctx.db, kind, transfer);
}
