import type { AttemptStatus } from '../../platform/database/tables/payments.ts';

/** What we learn of an attempt, from an answer, a callback or a look-up. */
export type AttemptEvent = 'accepted' | 'settled' | 'refused' | 'lost';

interface Rule {
  readonly from: AttemptStatus;
  readonly event: AttemptEvent;
  readonly to: AttemptStatus;
}

/**
 * All that can happen to an attempt (design section 5). No timer is here: only the operator's word ends an attempt.
 * `failed -> success` exists because operators do say no first and take the money later.
 */
export const attemptRules: readonly Rule[] = [
  { from: 'created', event: 'accepted', to: 'submitted' },
  { from: 'unknown', event: 'accepted', to: 'submitted' },
  { from: 'created', event: 'settled', to: 'success' },
  { from: 'submitted', event: 'settled', to: 'success' },
  { from: 'unknown', event: 'settled', to: 'success' },
  { from: 'failed', event: 'settled', to: 'success' },
  { from: 'created', event: 'refused', to: 'failed' },
  { from: 'submitted', event: 'refused', to: 'failed' },
  { from: 'unknown', event: 'refused', to: 'failed' },
  { from: 'created', event: 'lost', to: 'unknown' },
  { from: 'submitted', event: 'lost', to: 'unknown' },
];

/** @returns the rule, or undefined when the event changes nothing in that status. */
export function findAttemptRule(from: AttemptStatus, event: AttemptEvent): Rule | undefined {
  return attemptRules.find((rule) => rule.from === from && rule.event === event);
}

/** True while the attempt may still take the customer's money. */
export function isOpen(status: AttemptStatus): boolean {
  return status === 'created' || status === 'submitted' || status === 'unknown';
}
