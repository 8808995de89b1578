import { AppError } from '@guichet/kernel/errors';
import { applyOutcome } from '../attempts/apply-outcome.ts';
import { callConnector, requireConnector } from '../attempts/call-connector.ts';
import { lookupRequestOf } from '../attempts/look-up.ts';
import { findOpenAttempt } from '../attempts/queries.ts';
import type { Context } from '../context.ts';
import { requireSession } from './find.ts';

const deadline_ms = 10_000;
const otp_pattern = /^[0-9A-Za-z]{3,12}$/;

/**
 * Hands the customer's one-time code to the operator of the open attempt. The code is neither kept nor logged.
 *
 * @throws AppError `session_not_found`, `invalid_fields`, `conflict` (no code is being waited for)
 */
export async function submitOtp(
  ctx: Pick<Context, 'db' | 'clock' | 'log' | 'connectors'>,
  token: string,
  text: string,
): Promise<void> {
  const session = await requireSession(ctx, token);
  const otp = text.replace(/\s/g, '');
  if (!otp_pattern.test(otp)) {
    throw new AppError('invalid_fields', { fields: { otp: ['must be the code from your operator'] } });
  }
  const { merchant_id, payment_id } = session;
  const attempt = await findOpenAttempt(ctx.db, merchant_id, payment_id);
  const connector = attempt && requireConnector(ctx, attempt.connector);
  if (!attempt || !connector?.submitOtp) {
    throw new AppError('conflict', { message: 'No one-time code is being waited for.' });
  }
  const hand = connector.submitOtp.bind(connector);
  const answer = await callConnector(ctx, attempt.id, deadline_ms, (signal) =>
    hand({ ...lookupRequestOf(attempt), otp }, signal),
  );
  await applyOutcome(ctx, { merchant_id, payment_id, attempt_id: attempt.id }, answer, 'answer');
}
