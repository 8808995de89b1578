import { AppError } from '@guichet/kernel/errors';
import type { Context } from '../context.ts';
import { findSession, type Session } from './queries.ts';

/** Tokens are 43 base64url characters; anything else is not worth a query. */
const token_pattern = /^[A-Za-z0-9_-]{43}$/;

/** Whether a text could be a session's token. */
export function isToken(text: string): boolean {
  return token_pattern.test(text);
}

/** @throws AppError `session_not_found` */
export async function requireSession(ctx: Pick<Context, 'db'>, token: string): Promise<Session> {
  const session = isToken(token) ? await findSession(ctx.db, token) : undefined;
  if (!session) throw new AppError('session_not_found');
  return session;
}

/** True once the session's time has passed, also when the sweep has not marked it yet. */
export function hasExpired(session: Pick<Session, 'expires_at'>, now: Date): boolean {
  return session.expires_at <= now;
}
