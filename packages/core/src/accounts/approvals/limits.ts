import type { Selectable } from 'kysely';
import type { PayoutRuleTable } from '../../platform/database/tables/payout-orders.ts';

/** The amounts up to which a person may pay out alone, in minor units. */
export interface ApprovalLimits {
  /** The limit of one payout, or one file of payouts. */
  readonly single_minor: bigint;
  /** The limit on the payouts of 24 hours to all recipients together. */
  readonly day_minor: bigint;
  /** The limit on the payouts of 24 hours to each recipient. */
  readonly recipient_minor: bigint;
}

/** The columns of a rule that limit how much a person may pay out alone. */
export type ApprovalRule = Pick<
  Selectable<PayoutRuleTable>,
  'approval_above_minor' | 'approval_day_above_minor' | 'approval_recipient_above_minor'
>;

/** Returns the limits of a rule, or null if it sets none. The limits on sums default to the limit on one payout. */
export function limitsOf(rule: ApprovalRule | undefined): ApprovalLimits | null {
  const single_minor = rule?.approval_above_minor ?? null;
  if (rule === undefined || single_minor === null) return null;
  const atLeast = (sum_minor: bigint | null): bigint =>
    sum_minor !== null && sum_minor > single_minor ? sum_minor : single_minor;
  return {
    single_minor,
    day_minor: atLeast(rule.approval_day_above_minor),
    recipient_minor: atLeast(rule.approval_recipient_above_minor),
  };
}

/** Returns whether any part of the wanted rule is less strict than the same part of the other rule. */
export function isWeaker(wanted: ApprovalRule, than: ApprovalRule | undefined): boolean {
  const [now, then] = [limitsOf(than), limitsOf(wanted)];
  if (now === null) return false;
  if (then === null) return true;
  return parts.some((part) => then[part] > now[part]);
}

/** Returns the rule that applies until a weaker one is approved: the smaller amount of each part. */
export function strictestOf(wanted: ApprovalRule, than: ApprovalRule): ApprovalRule {
  const [now, then] = [limitsOf(than), limitsOf(wanted)];
  if (now === null || then === null) return now === null ? wanted : than;
  const least = (part: keyof ApprovalLimits): bigint => (then[part] < now[part] ? then[part] : now[part]);
  const single_minor = least('single_minor');
  const sumOf = (part: keyof ApprovalLimits): bigint | null =>
    least(part) === single_minor ? null : least(part);
  return {
    approval_above_minor: single_minor,
    approval_day_above_minor: sumOf('day_minor'),
    approval_recipient_above_minor: sumOf('recipient_minor'),
  };
}

const parts = ['single_minor', 'day_minor', 'recipient_minor'] as const satisfies (keyof ApprovalLimits)[];
