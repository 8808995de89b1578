import type { Updateable } from 'kysely';
import type { Connection } from '../../platform/database/connect.ts';
import type { AttemptTable } from '../../platform/database/tables/payments.ts';
import { type Attempt, acceptAttempt, changeAttemptStatus, type NewAttempt } from './queries.ts';
import { type AttemptEvent, findAttemptRule } from './states.ts';

/** The source of an outcome. */
export type Via = 'answer' | 'callback' | 'inquiry' | 'person';

/**
 * Applies the usual response to the collection request (the customer is being asked to confirm) in one statement
 * and one commit.
 *
 * @returns false when nothing was written, because another outcome was applied first: then {@link
 * transitionAttempt} decides
 */
export async function acceptAtOnce(
  db: Connection,
  attempt: NewAttempt,
  change: {
    readonly at: Date;
    readonly raw: unknown;
    readonly provider_reference: string | null;
    /** JSON text. */
    readonly action: string | null;
    readonly inquire_at: Date;
  },
): Promise<boolean> {
  const rule = findAttemptRule(attempt.status, 'accepted');
  if (!rule) return false;
  const { at, raw, ...facts } = change;
  const transition = {
    from_status: rule.from,
    event: rule.event,
    to_status: rule.to,
    via: 'answer' as const,
    raw: raw === undefined ? null : JSON.stringify(raw),
    created_at: at,
  };
  const accepted = await acceptAttempt(db, attempt, transition, facts);
  // If no inquiry was planned, one is in progress right now and schedules the next itself.
  return accepted !== undefined;
}

/**
 * The only writer of an attempt's status besides {@link acceptAtOnce}: conditional update and history row, in
 * the caller's transaction, which has locked the payment.
 *
 * @param change.raw the operator's response, redacted, for support
 * @returns whether the attempt changed; false when the event has no effect in the attempt's status
 */
export async function transitionAttempt(
  tx: Connection,
  attempt: Attempt,
  change: {
    event: AttemptEvent;
    via: Via;
    at: Date;
    raw: unknown;
    facts: Updateable<AttemptTable>;
  },
): Promise<boolean> {
  const rule = findAttemptRule(attempt.status, change.event);
  if (!rule) return false;
  const { event, via, at, raw, facts } = change;
  const transition = {
    from_status: rule.from,
    event,
    to_status: rule.to,
    via,
    raw: raw === undefined ? null : JSON.stringify(raw),
    created_at: at,
  };
  // The result of an inquiry ends that inquiry.
  const ended = via === 'inquiry' && { inquired_at: at };
  return changeAttemptStatus(tx, attempt, transition, { ...facts, ...ended });
}
