import { AppError } from '@guichet/kernel/errors';
import type { CustomerActor } from '../../platform/actor/actor.ts';
import { requireScope } from '../../platform/actor/require-scope.ts';
import type { Context } from '../../platform/context.ts';
import { hasExpired, requireSession } from './find.ts';
import { isFinal, presentGlance } from './present-status.ts';
import { type CheckoutKey, listGlances } from './queries.ts';
import type { CheckoutStatus } from './schemas.ts';
import { type Listener, makePoll } from './watch-poll.ts';

/** The limit for one process: each watcher holds a client's connection. */
const watchers_max = 10_000;
const full_retry_s = 5;

/**
 * Watches the checkout of a token.
 *
 * @param signal ends the watch and immediately makes room for another one
 * @returns its current status, then each change, until the status is final. A slow reader gets only the newest
 * status.
 * @throws AppError `session_not_found`; `session_expired` when an expired session has no open payment;
 * `unavailable` when there are too many watchers
 */
export type WatchCheckout = (
  actor: CustomerActor,
  signal: AbortSignal,
) => Promise<AsyncIterable<CheckoutStatus>>;

/** Makes the watch of a process. It does not query the database while there are no watchers. */
export function makeCheckoutWatch(
  ctx: Pick<Context, 'db' | 'clock' | 'log' | 'tokens'>,
  options: { readonly watchers_max: number } = { watchers_max },
): WatchCheckout {
  const listen = makePoll(ctx);
  const places = new Set<symbol>();
  return async (actor, signal) => {
    requireScope(actor, 'checkout:read');
    if (places.size >= options.watchers_max) {
      const message = 'Too many clients are watching sessions. Try again in a moment, or get the session.';
      throw new AppError('unavailable', { message, retry_after_s: full_retry_s });
    }
    const place = Symbol();
    places.add(place);
    const leave = () => places.delete(place);
    try {
      const session = await requireSession(ctx, actor.token);
      const first = await readFirst(ctx, session);
      return follow(first, signal, (listener) => {
        const stop = listen(session, listener);
        return () => {
          stop();
          leave();
        };
      });
    } catch (error) {
      leave();
      throw error;
    }
  };
}

/** Reads the first status. An expired session can be watched only if its payment was open when it ended. */
async function readFirst(
  ctx: Pick<Context, 'db' | 'clock' | 'tokens'>,
  key: CheckoutKey,
): Promise<CheckoutStatus> {
  const [glance] = await listGlances(ctx.db, [key]);
  if (!glance) throw new Error(`payment ${key.payment_id} of a session is gone`);
  const { session, payment } = glance;
  const now = ctx.clock.now();
  if (hasExpired(session, now) && payment.status !== 'processing' && !payment.late) {
    throw new AppError('session_expired');
  }
  return presentGlance(ctx, glance, now);
}

/**
 * Yields the statuses of a checkout from the first to a final one, without repeats. Starts to `listen` immediately
 * and stops, at the latest, when the signal aborts.
 */
function follow(
  first: CheckoutStatus,
  signal: AbortSignal,
  listen: (listener: Listener) => () => void,
): AsyncIterable<CheckoutStatus> {
  let seen = JSON.stringify(first);
  let news: CheckoutStatus | null = first;
  let wake = (): void => {};
  const stop = listen((status) => {
    const text = JSON.stringify(status);
    if (text === seen) return;
    seen = text;
    news = status;
    wake();
  });
  const leave = (): void => {
    signal.removeEventListener('abort', leave);
    stop();
    wake();
  };
  signal.addEventListener('abort', leave);
  if (signal.aborted) leave();
  const tell = async function* (): AsyncGenerator<CheckoutStatus> {
    try {
      while (!signal.aborted) {
        const status: CheckoutStatus | null = news;
        news = null;
        if (!status) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        yield status;
        if (isFinal(status)) return;
      }
    } finally {
      leave();
    }
  };
  return tell();
}
