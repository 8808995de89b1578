import { AppError } from '@guichet/kernel/errors';
import { decide } from '@guichet/operators/sandbox/decide';
import { lookUpAttempt } from '../attempts/look-up.ts';
import { findOpenAttempt } from '../attempts/queries.ts';
import { requireSession } from '../checkouts/find.ts';
import type { Context } from '../context.ts';
import { callbackKey } from './callback-key.ts';
import { makeSandboxDependencies } from './make-dependencies.ts';

/**
 * What a person decides on the sandbox's approval page or panel, for the open attempt of a session. Deciding where
 * nothing is waited for changes nothing.
 *
 * @throws AppError `session_not_found`, `not_found` outside test mode
 */
export async function decideSandboxPayment(
  ctx: Context,
  token: string,
  decision: 'approved' | 'refused',
): Promise<void> {
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
