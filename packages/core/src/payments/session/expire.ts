import { AppError } from '@guichet/kernel/errors';
import type { CommandActor, ServiceActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { inGroup } from '../../platform/groups/in-group.ts';
import { isRecovering } from '../../platform/recovery/queries.ts';
import { requireOpen } from '../../platform/recovery/require-open.ts';
import { addInquiryJob } from '../attempt/plan-inquiry.ts';
import { findOpenAttempt } from '../attempt/queries.ts';
import { lockPayment, type Payment } from '../queries.ts';
import { transitionPayment } from '../transition.ts';
import { hasExpired, requireSession } from './find.ts';
import { getSession, listSessionsToExpire, moveSessionEnd, type SessionKey } from './queries.ts';
import { transitionSession } from './transition.ts';

type Ctx = Pick<Context, 'db' | 'clock' | 'log'>;

/** The maximum number of sessions read in one query. */
const round_max = 2_000;
/** Sessions processed at a time: two groups, so that one works while the other waits for the database. */
const at_once = 128;

/**
 * Expires the sessions whose time has passed, and emits their events. The page and the API check the time
 * themselves, so a late sweep is not visible there. During a recovery no session expires: its payment may have been
 * made, and nobody can pay.
 *
 * @returns the number of expired sessions
 */
export async function expireSessions(ctx: Ctx, actor: ServiceActor): Promise<number> {
  requireScope(actor, 'jobs:run');
  let ended = 0;
  for (;;) {
    if (await isRecovering(ctx.db)) return ended;
    const due = await listSessionsToExpire(ctx.db, ctx.clock.now(), round_max);
    const before = ended;
    const left = due.values();
    // A session that another transaction has locked blocks only one of the concurrent loops; the others continue.
    const place = async (): Promise<void> => {
      for (const session of left) if (await expireOne(ctx, session)) ended++;
    };
    await Promise.all(Array.from({ length: at_once }, place));
    if (due.length < round_max || ended === before) return ended;
  }
}

async function expireOne(ctx: Ctx, session: SessionKey): Promise<boolean> {
  try {
    return await inGroup(ctx.db, session.payment_id, async (tx) => {
      const payment = await lockPayment(tx, session.merchant_id, session.payment_id);
      // A recovery may have begun since the sessions of this round were read.
      return !(await isRecovering(tx)) && expire(ctx, tx, payment);
    });
  } catch (error) {
    // One session that cannot be expired must not block the others.
    ctx.log.error({ payment_id: session.payment_id, err: error }, 'a session could not be expired');
    return false;
  }
}

/**
 * Expires a session as if its 30 minutes had passed. Test mode only: the time of a real payment is never changed.
 *
 * @throws AppError `session_not_found`, `forbidden` in live mode, `recovering`
 */
export async function expireCheckout(
  ctx: Ctx & Pick<Context, 'tokens'>,
  actor: CommandActor,
  token: string,
): Promise<{ token: string; status: string }> {
  requireScope(actor, 'installation:write');
  const found = await requireSession(ctx, token);
  if (found.mode !== 'test') {
    throw new AppError('forbidden', {
      message: 'Only test-mode sessions can be expired from the command line.',
    });
  }
  return ctx.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, found.merchant_id, found.payment_id);
    await requireOpen(tx);
    const session = await getSession(tx, found.merchant_id, found.token);
    if (session.expires_at > ctx.clock.now()) await moveSessionEnd(tx, session, ctx.clock.now());
    await expire(ctx, tx, payment);
    return { token, status: (await getSession(tx, found.merchant_id, found.token)).status };
  });
}

/** @returns whether the session was expired; false if it has already ended, or was prolonged by a recovery */
async function expire(ctx: Ctx, tx: Connection, payment: Payment): Promise<boolean> {
  const at = ctx.clock.now();
  const active = await getSession(tx, payment.merchant_id, payment.session_token);
  if (!hasExpired(active, at)) return false;
  const session = await transitionSession(tx, active, 'time_passed', at);
  if (!session) return false;
  // The change is refused while an attempt is open: then the operator decides, and this is a good moment for an
  // inquiry.
  const change = { event: 'session_expired', at, attempt_id: null, session } as const;
  if (await transitionPayment(ctx, tx, payment, change)) return true;
  const attempt = await findOpenAttempt(tx, payment.merchant_id, payment.id);
  if (attempt) await addInquiryJob(tx, attempt, at);
  return true;
}
