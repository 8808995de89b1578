import type { Connection } from '../../platform/database/connect.ts';
import { type Session, setSessionStatus } from './queries.ts';
import { findSessionRule, type SessionEvent } from './states.ts';

/**
 * Changes a session's status; no other code does. Call it in the transaction that has locked the payment, so that
 * session and payment change together.
 *
 * @returns the changed session; undefined when the event has no effect in the session's status
 */
export async function transitionSession(
  tx: Connection,
  session: Session,
  event: SessionEvent,
  at: Date,
): Promise<Session | undefined> {
  const rule = findSessionRule(session.status, event);
  if (!rule) return undefined;
  const changed = await setSessionStatus(tx, session, { from: rule.from, to: rule.to, ended_at: at });
  return changed ? { ...session, status: rule.to, ended_at: at } : undefined;
}
