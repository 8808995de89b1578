import type { AttemptStatus } from '../../platform/database/tables/payments.ts';

/**
 * An outcome of an attempt, from a response, a callback or an inquiry. `held`: money arrived, but too late or in
 * an amount other than requested; `settled` then means that it was accepted.
 */
export type AttemptEvent = 'accepted' | 'settled' | 'held' | 'refused' | 'lost' | 'reversed';

interface Rule {
  readonly from: AttemptStatus;
  readonly event: AttemptEvent;
  readonly to: AttemptStatus;
}

/**
 * Every transition of an attempt (design section 5). There is no timer: only the operator ends an attempt. `failed
 * -> success` exists because operators sometimes report a failure first and take the money later.
 */
export const attemptRules: readonly Rule[] = [
  { from: 'created', event: 'accepted', to: 'submitted' },
  { from: 'unknown', event: 'accepted', to: 'submitted' },
  { from: 'created', event: 'settled', to: 'success' },
  { from: 'submitted', event: 'settled', to: 'success' },
  { from: 'unknown', event: 'settled', to: 'success' },
  { from: 'failed', event: 'settled', to: 'success' },
  { from: 'held', event: 'settled', to: 'success' },
  { from: 'created', event: 'held', to: 'held' },
  { from: 'submitted', event: 'held', to: 'held' },
  { from: 'unknown', event: 'held', to: 'held' },
  { from: 'failed', event: 'held', to: 'held' },
  // The operator withdraws its report: nothing arrived after all.
  { from: 'held', event: 'refused', to: 'failed' },
  { from: 'created', event: 'refused', to: 'failed' },
  { from: 'submitted', event: 'refused', to: 'failed' },
  { from: 'unknown', event: 'refused', to: 'failed' },
  { from: 'created', event: 'lost', to: 'unknown' },
  { from: 'submitted', event: 'lost', to: 'unknown' },
  // The operator took the money and has returned it, whatever status was known until then.
  { from: 'created', event: 'reversed', to: 'reversed' },
  { from: 'submitted', event: 'reversed', to: 'reversed' },
  { from: 'unknown', event: 'reversed', to: 'reversed' },
  { from: 'failed', event: 'reversed', to: 'reversed' },
  { from: 'success', event: 'reversed', to: 'reversed' },
  { from: 'held', event: 'reversed', to: 'reversed' },
  // Only a person can decide this: a success after a reversal is not trusted.
  { from: 'reversed', event: 'settled', to: 'success' },
];

/** @returns the rule, or undefined when the event changes nothing in that status */
export function findAttemptRule(from: AttemptStatus, event: AttemptEvent): Rule | undefined {
  return attemptRules.find((rule) => rule.from === from && rule.event === event);
}

/** Whether the attempt may still take the customer's money. */
export function isOpen(status: AttemptStatus): boolean {
  return status === 'created' || status === 'submitted' || status === 'unknown';
}
