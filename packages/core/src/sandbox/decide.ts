import { AppError } from '@guichet/kernel/errors';
import { awaitsPerson, decide } from '@guichet/operators/sandbox/decide';
import type { Decision } from '@guichet/operators/sandbox/store';
import { lookUpAttempt } from '../attempts/look-up.ts';
import { findOpenAttempt } from '../attempts/queries.ts';
import { requireSession } from '../checkouts/find.ts';
import type { Context } from '../context.ts';
import { lookUpPayout } from '../payouts/look-up.ts';
import { findPayoutById } from '../payouts/queries.ts';
import { retrievePayout } from '../payouts/retrieve.ts';
import type { PayoutObject } from '../payouts/schemas.ts';
import { callbackKey } from './callback-key.ts';
import { makeSandboxDependencies } from './make-dependencies.ts';

/**
 * What a person decides on the sandbox's approval page or panel, for the open attempt of a session. Deciding where
 * nothing is waited for changes nothing.
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
  // The customer comes straight back from the operator's page: ask now, so that the truth is there already.
  await lookUpAttempt(ctx, { merchant_id: attempt.merchant_id, attempt_id: attempt.id });
}

/**
 * What a person decides by command about a payout of test mode that waits for one (digits 22).
 *
 * @returns the payout with the operator's word taken in
 * @throws AppError `payout_not_found`, `forbidden` in live mode, `conflict` when it waits for nobody
 */
export async function decideSandboxPayout(
  ctx: Context,
  id: string,
  decision: Decision,
): Promise<PayoutObject> {
  const payout = await findPayoutById(ctx.db, id);
  if (!payout) throw new AppError('payout_not_found');
  if (payout.mode !== 'test') {
    throw new AppError('forbidden', { message: 'Only payouts of test mode can be decided by command.' });
  }
  const dependencies = makeSandboxDependencies(ctx);
  const transaction = await dependencies.store.find(payout.reference);
  if (!transaction || !awaitsPerson(transaction)) {
    throw new AppError('conflict', { message: `This payout waits for nobody: it is ${payout.status}.` });
  }
  const { reference } = payout;
  await decide({ callback_key: callbackKey(ctx) }, dependencies, { reference, decision });
  await lookUpPayout(ctx, payout);
  return retrievePayout(ctx, payout, id);
}
