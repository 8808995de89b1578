import type { ChangeStatus } from '../../../platform/database/tables/payout-orders.ts';

/**
 * What happens to a change that weakens the rule: a second person decides, nobody is there who could for 24 hours, or it
 * is replaced: by another change of the same, or by the rule as it is once whoever wanted it may set none any more.
 */
export type ChangeEvent = 'approved' | 'refused' | 'elapsed' | 'replaced';

interface Rule {
  readonly from: ChangeStatus;
  readonly event: ChangeEvent;
  readonly to: ChangeStatus;
  /** Whether what was wanted holds from then on. */
  readonly takes_effect: boolean;
}

/** All that can happen to a change. What is decided stays decided: whoever wants it again proposes it anew. */
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
