import { findOperator } from '@guichet/operators/catalogue';
import type { CustomerActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { inquireAboutAttempt } from '../attempt/inquire.ts';
import { type Attempt, findAttempt, findOpenAttempt } from '../attempt/queries.ts';
import { isOpen } from '../attempt/states.ts';
import { requireSession } from './find.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'log' | 'connectors' | 'accounts' | 'tokens'>;

/**
 * The time that a request is assumed to live if the operator documents none. Customers commonly have one or two
 * minutes, and Airtel recommends the first status inquiry after three.
 */
const request_lives_s = 180;

/** Reasons after which the same request is simply made once more. */
const unanswered: ReadonlySet<string> = new Set(['payer_timeout', 'payer_cancelled']);

/**
 * `too_soon`: the request may still appear. `still_open`: the operator has not ended it, so that another one could be
 * paid twice. `unanswered`: it has ended, and the same can be requested once more. `ended`: it has ended otherwise.
 */
export type AskedAgain = 'too_soon' | 'still_open' | 'unanswered' | 'ended';

/** Returns the time from which a customer who sees no request may ask for it again. */
export function askAgainAt({ operator, created_at }: Pick<Attempt, 'operator' | 'created_at'>): Date {
  const lives_s = findOperator(operator)?.customer_time_s ?? request_lives_s;
  return new Date(created_at.getTime() + lives_s * 1000);
}

/**
 * Asks the operator what has become of a request that the customer does not see. Nothing is sent here: only after
 * the operator's definite no can the customer confirm, and thereby send, another request.
 *
 * @throws AppError `forbidden`, `session_not_found`, `recovering`
 */
export async function askAgain(ctx: Ctx, actor: CustomerActor): Promise<AskedAgain> {
  requireScope(actor, 'checkout:pay');
  const { merchant_id, payment_id } = await requireSession(ctx, actor.token);
  const attempt = await findOpenAttempt(ctx.db, merchant_id, payment_id);
  if (!attempt) return 'ended';
  if (ctx.clock.now() < askAgainAt(attempt)) return 'too_soon';
  await inquireAboutAttempt(ctx, { merchant_id, attempt_id: attempt.id });
  const asked = await findAttempt(ctx.db, merchant_id, attempt.id);
  if (!asked || isOpen(asked.status)) return 'still_open';
  return asked.status === 'failed' && unanswered.has(asked.failure_reason ?? '') ? 'unanswered' : 'ended';
}
