import { AppError } from '@guichet/kernel/errors';
import { callConnector, openConnector } from '../../operator-calls/call.ts';
import type { CustomerActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { requireOpen } from '../../platform/recovery/require-open.ts';
import { applyOutcome } from '../attempt/apply-outcome.ts';
import { claimHandOver, endHandOver } from '../attempt/claims/queries.ts';
import { inquiryRequestOf } from '../attempt/inquire.ts';
import { type Attempt, findOpenAttempt } from '../attempt/queries.ts';
import { requireSession } from './find.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'tokens'>;

const deadline_ms = 10_000;
/**
 * The time for which a submission claims the attempt. It is longer than any call, including the application of its
 * result; after this time, a process that died no longer blocks the next code.
 */
const claim_ms = 15_000;
const otp_pattern = /^[0-9A-Za-z]{3,12}$/;
/** Arabic-Indic and Persian digits, which some keyboards write in place of 0 to 9. */
const arabic_digits = /[\u0660-\u0669\u06F0-\u06F9]/g;

/** The error message for a text that cannot be a one-time code. */
export const otp_problem = 'must be the code from your operator';

/**
 * Submits the customer's one-time code to the operator of the open attempt. The code is neither stored nor
 * logged.
 *
 * @throws AppError `forbidden`, `session_not_found`, `invalid_fields`, `conflict` (no code is awaited),
 * `payment_in_progress` (another code is being checked)
 */
export async function submitOtp(ctx: Ctx, actor: CustomerActor, text: string): Promise<void> {
  requireScope(actor, 'checkout:pay');
  const { token } = actor;
  const session = await requireSession(ctx, token);
  const otp = requireOtp(text);
  const attempt = await findOpenAttempt(ctx.db, session.merchant_id, session.payment_id);
  if (!attempt || !awaitsCode(attempt)) throw noCodeAwaited();
  const hand = await prepareHandOver(ctx, ctx.db, attempt, otp);
  await hand();
}

/** Whether the attempt waits for a code, according to the action stored from the connector's result. */
export function awaitsCode({ status, action }: Pick<Attempt, 'status' | 'action'>): boolean {
  if (status !== 'submitted') return false;
  return typeof action === 'object' && action !== null && 'kind' in action && action.kind === 'otp';
}

/** Normalizes a typed code. @returns undefined when it cannot be one */
export function readOtp(text: string): string | undefined {
  const otp = text.replace(/\s/g, '').replace(arabic_digits, (digit) => String(digit.charCodeAt(0) % 16));
  return otp_pattern.test(otp) ? otp : undefined;
}

/** Normalizes a typed code. @throws AppError `invalid_fields` */
export function requireOtp(text: string): string {
  const otp = readOtp(text);
  if (otp === undefined) throw new AppError('invalid_fields', { fields: { otp: [otp_problem] } });
  return otp;
}

/**
 * Prepares the submission of a code to the operator of an attempt. Nothing is sent yet, but no other code can be
 * sent in the meantime: if two codes are submitted at the same time, the operator receives only one.
 *
 * @param db the connection that claims the submission; a transaction must be committed before the call
 * @returns the function that sends the code and applies the response
 * @throws AppError `conflict` when the attempt's connector accepts no codes, `payment_in_progress` while another
 * code is being checked, `recovering`
 */
export async function prepareHandOver(
  ctx: Ctx,
  db: Connection,
  attempt: Attempt,
  otp: string,
): Promise<() => Promise<void>> {
  await requireOpen(db);
  const connector = await openConnector(ctx, attempt, db);
  if (!connector.submitOtp) throw noCodeAwaited();
  const hand = connector.submitOtp.bind(connector);
  const { merchant_id, payment_id, id: attempt_id } = attempt;
  const now = ctx.clock.now();
  if (!(await claimHandOver(db, attempt, { now, until: new Date(now.getTime() + claim_ms) }))) {
    const message = 'A one-time code is being checked. Wait for its result before sending another.';
    throw new AppError('payment_in_progress', { message });
  }
  return async () => {
    const call = {
      merchant_id,
      id: attempt_id,
      verb: 'submit_otp',
      sensitive: [attempt.phone, otp],
    } as const;
    const answer = await callConnector(ctx, call, deadline_ms, (signal) =>
      hand({ ...inquiryRequestOf(attempt), otp }, signal),
    );
    try {
      await applyOutcome(ctx, { merchant_id, payment_id, attempt_id }, answer, 'answer');
    } finally {
      await endHandOver(ctx.db, attempt);
    }
  };
}

function noCodeAwaited(): AppError {
  return new AppError('conflict', { message: 'This payment is not waiting for a one-time code.' });
}
