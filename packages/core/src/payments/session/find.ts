import { AppError } from '@guichet/kernel/errors';
import type { Context } from '../../platform/context.ts';
import type { Connection } from '../../platform/database/connect.ts';
import { requireOpen } from '../../platform/recovery/require-open.ts';
import { isUnsigned } from '../../platform/secrets/checkout-tokens.ts';
import { findSession, type Session } from './queries.ts';

/**
 * Longer than any customer takes to pay or to return. After that, unsigned tokens in backups and old events are
 * useless.
 */
const unsigned_lifetime_ms = 3 * 24 * 60 * 60 * 1000;

/** Finds a session by its token. @throws AppError `session_not_found`, `recovering` */
export async function requireSession(
  ctx: Pick<Context, 'db' | 'clock' | 'tokens'>,
  token: string,
): Promise<Session> {
  return findByToken(ctx, token, async (handle) => {
    const session = await findSession(ctx.db, handle);
    return session && { session };
  }).then(({ session }) => session);
}

/**
 * Finds a session by its token. A token that this service has not issued is refused without a query.
 *
 * @throws AppError `session_not_found`; `recovering` if the restored database may have lost the session
 */
export async function findByToken<T extends { readonly session: Session }>(
  { db, clock, tokens }: Pick<Context, 'db' | 'clock' | 'tokens'>,
  token: string,
  find: (handle: string) => Promise<T | undefined>,
): Promise<T> {
  const handle = tokens.handleOf(token);
  const found = handle === undefined ? undefined : await find(handle);
  if (handle !== undefined && !found && !isUnsigned(token)) await requireOpen(db);
  const oldest = new Date(clock.now().getTime() - unsigned_lifetime_ms);
  if (!found || (isUnsigned(token) && found.session.expires_at <= oldest)) {
    throw new AppError('session_not_found');
  }
  return found;
}

/** Whether the session's time has passed, even if the sweep has not marked it yet. */
export function hasExpired(session: Pick<Session, 'expires_at'>, now: Date): boolean {
  return session.expires_at <= now;
}

/**
 * Requires that a session whose time has passed was not paused by a recovery: it gets more time when the recovery
 * ends, so it must not be said to have expired.
 *
 * @throws AppError `recovering`
 */
export async function requireNotPaused(
  db: Connection,
  session: Pick<Session, 'status' | 'expires_at'>,
  now: Date,
): Promise<void> {
  if (session.status === 'active' && hasExpired(session, now)) await requireOpen(db);
}
