import type { Updateable } from 'kysely';
import type { Connection } from '../database/connect.ts';
import type { AttemptTable } from '../database/schema.ts';
import { type Attempt, insertAttemptTransition, updateAttempt } from './queries.ts';
import { type AttemptEvent, findAttemptRule } from './states.ts';

/** Where a piece of news about an attempt came from. */
export type Via = 'answer' | 'callback' | 'look_up';

/**
 * The only writer of an attempt's status: conditional update and history row, in the caller's transaction, which
 * holds the payment.
 *
 * @param change.raw the operator's own words, redacted, kept for support
 * @returns whether the attempt changed; false when the event means nothing in its status.
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
  const changed = await updateAttempt(tx, attempt, rule.from, { ...change.facts, status: rule.to });
  if (!changed) return false;
  await insertAttemptTransition(tx, {
    merchant_id: attempt.merchant_id,
    attempt_id: attempt.id,
    from_status: rule.from,
    event: change.event,
    to_status: rule.to,
    via: change.via,
    raw: change.raw === undefined ? null : JSON.stringify(change.raw),
    created_at: change.at,
  });
  return true;
}
