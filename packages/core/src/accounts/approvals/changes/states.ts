import type { ChangeStatus } from '../../../platform/database/tables/payout-orders.ts';

/**
 * The event that ends a change that weakens the payout rule. `approved` and `refused`: a second person has decided.
 * `elapsed`: the change takes effect after 24 hours in which nobody could decide. `replaced`: the change ends
 * without effect, because there is a newer setting or change for the same subject, its proposer may no longer set a
 * rule, or the person whom it makes an approver no longer is one.
 */
export type ChangeEvent = 'approved' | 'refused' | 'elapsed' | 'replaced';

interface Rule {
  readonly from: ChangeStatus;
  readonly event: ChangeEvent;
  readonly to: ChangeStatus;
  /** Whether the proposed change takes effect with this transition. */
  readonly takes_effect: boolean;
}

/** Every transition of a change. A decision is final: the change can only be proposed again. */
export const changeRules: readonly Rule[] = [
  { from: 'waiting', event: 'approved', to: 'approved', takes_effect: true },
  { from: 'waiting', event: 'refused', to: 'refused', takes_effect: false },
  { from: 'waiting', event: 'elapsed', to: 'elapsed', takes_effect: true },
  { from: 'waiting', event: 'replaced', to: 'replaced', takes_effect: false },
];

/** @returns the rule, or undefined when the event changes nothing in that status. */
export function findChangeRule(from: ChangeStatus, event: ChangeEvent): Rule | undefined {
  return changeRules.find((rule) => rule.from === from && rule.event === event);
}
