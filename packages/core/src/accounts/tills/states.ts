import type { TillStatus } from '../../platform/database/tables/counter.ts';

interface Rule {
  readonly from: TillStatus;
  readonly to: TillStatus;
}

/** Every transition of a till. A removed till stays removed. */
const tillRules: readonly Rule[] = [
  { from: 'unpaired', to: 'paired' },
  // Another device takes the place of the paired one.
  { from: 'paired', to: 'paired' },
  { from: 'paired', to: 'unpaired' },
  { from: 'unpaired', to: 'unpaired' },
  { from: 'unpaired', to: 'removed' },
  { from: 'paired', to: 'removed' },
  { from: 'removed', to: 'removed' },
];

/** Whether a till may get a status, or already has it. */
export function mayBecome(from: TillStatus, to: TillStatus): boolean {
  return tillRules.some((rule) => rule.from === from && rule.to === to);
}
