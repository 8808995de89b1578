import { AppError } from '@guichet/kernel/errors';
import { applyOutcome } from '../attempts/apply-outcome.ts';
import { callConnector, requireConnector } from '../attempts/call-connector.ts';
import { lookupRequestOf } from '../attempts/look-up.ts';
import { type Attempt, findOpenAttempt } from '../attempts/queries.ts';
import type { Context } from '../context.ts';
import { requireSession } from './find.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'connectors'>;

const deadline_ms = 10_000;
const otp_pattern = /^[0-9A-Za-z]{3,12}$/;

/** What is said of a text that cannot be a one-time code. */
export const otp_problem = 'must be the code from your operator';

/**
 * Hands the customer's one-time code to the operator of the open attempt. The code is neither kept nor logged.
 *
 * @throws AppError `session_not_found`, `invalid_fields`, `conflict` (no code is being waited for)
 */
export async function submitOtp(ctx: Ctx, token: string, text: string): Promise<void> {
  const session = await requireSession(ctx, token);
  const otp = readOtp(text);
  if (otp === undefined) throw new AppError('invalid_fields', { fields: { otp: [otp_problem] } });
  const attempt = await findOpenAttempt(ctx.db, session.merchant_id, session.payment_id);
  if (!attempt) throw noCodeAwaited();
  await prepareHandOver(ctx, attempt, otp)();
}

/** Reads a code as it was typed, spaces and all. @returns undefined when it cannot be one */
export function readOtp(text: string): string | undefined {
  const otp = text.replace(/\s/g, '');
  return otp_pattern.test(otp) ? otp : undefined;
}

/**
 * Makes ready to hand a code to the operator of an attempt. Nothing is sent yet.
 *
 * @returns sends it, and takes in what the operator answers
 * @throws AppError `conflict` when the attempt's connector takes no codes
 */
export function prepareHandOver(ctx: Ctx, attempt: Attempt, otp: string): () => Promise<void> {
  const connector = requireConnector(ctx, attempt.connector);
  if (!connector.submitOtp) throw noCodeAwaited();
  const hand = connector.submitOtp.bind(connector);
  const { merchant_id, payment_id, id: attempt_id } = attempt;
  return async () => {
    const answer = await callConnector(ctx, attempt_id, deadline_ms, (signal) =>
      hand({ ...lookupRequestOf(attempt), otp }, signal),
    );
    await applyOutcome(ctx, { merchant_id, payment_id, attempt_id }, answer, 'answer');
  };
}

function noCodeAwaited(): AppError {
  return new AppError('conflict', { message: 'No one-time code is being waited for.' });
}
